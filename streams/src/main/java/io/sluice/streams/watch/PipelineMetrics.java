package io.sluice.streams.watch;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Snapshot.OfOperator;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a running pipeline. The only class here that needs Micrometer, which an application
 * without metrics does not need on its class path.
 *
 * <p>For each operator: {@code sluice.stream.instances}, {@code .waiting} (records in inboxes),
 * {@code .busy} and {@code .blocked} (shares of the time) as gauges, {@code .records}, {@code
 * .emitted} and {@code .dead.letters} as counters; for the pipeline {@code sluice.stream.actions}.
 */
public final class PipelineMetrics {

  private static final String PREFIX = "sluice.stream.";

  private final MeterRegistry registry;
  private final Running running;

  private PipelineMetrics(MeterRegistry registry, Running running) {
    this.registry = registry;
    this.running = running;
  }

  /** Registers the meters of a pipeline; those of an earlier run of the same name give way. */
  public static void register(Running running, MeterRegistry registry) {
    var metrics = new PipelineMetrics(registry, running);
    var now = running.snapshot();
    var tags = Tags.of("pipeline", now.pipeline());
    metrics.removeFormer(tags);
    metrics.counter("actions", "Instances that have begun or ended", tags, Snapshot::actions);
    for (int index = 0; index < now.operators().size(); index++) {
      metrics.register(index, tags.and("operator", now.operators().get(index).name()));
    }
  }

  private void removeFormer(Tags tags) {
    registry.getMeters().stream()
        .filter(meter -> meter.getId().getName().startsWith(PREFIX))
        .filter(meter -> meter.getId().getTags().containsAll(tags.stream().toList()))
        .toList()
        .forEach(registry::remove);
  }

  private void register(int index, Tags tags) {
    gauge("instances", "Instances of the operator", tags, index, OfOperator::instances);
    gauge("waiting", "Records that wait in its inboxes", tags, index, OfOperator::waiting);
    gauge("busy", "Share of the time that instances work", tags, index, OfOperator::busy);
    gauge(
        "blocked",
        "Share of the time that instances wait to send",
        tags,
        index,
        OfOperator::blocked);
    counter("records", "Records processed", tags, of(index, OfOperator::records));
    counter("emitted", "Records made", tags, of(index, OfOperator::emitted));
    counter("dead.letters", "Records given up", tags, of(index, OfOperator::deadLetters));
  }

  private static ToDoubleFunction<Snapshot> of(int index, ToDoubleFunction<OfOperator> value) {
    return snapshot -> value.applyAsDouble(snapshot.operators().get(index));
  }

  private void gauge(
      String name, String description, Tags tags, int index, ToDoubleFunction<OfOperator> value) {
    Gauge.builder(PREFIX + name, running, of -> of(index, value).applyAsDouble(of.snapshot()))
        .description(description)
        .tags(tags)
        .register(registry);
  }

  private void counter(
      String name, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    FunctionCounter.builder(PREFIX + name, running, of -> value.applyAsDouble(of.snapshot()))
        .description(description)
        .tags(tags)
        .register(registry);
  }
}
