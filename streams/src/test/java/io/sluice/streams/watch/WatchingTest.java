package io.sluice.streams.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Source;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a pipeline shows of itself. */
class WatchingTest {

  private static Pipeline doubling() {
    return Pipeline.named("doubling")
        .from("numbers", Source.of(LongStream.range(0, 1_000).boxed().toList()))
        .map("double", number -> 2 * number)
        .instances(1, 3)
        .to("nowhere", Sink.forEach(_ -> {}));
  }

  @Test
  void metersCountRecordsAndInstances() throws Exception {
    var registry = new SimpleMeterRegistry();
    try (var running = doubling().metrics(registry).start()) {
      running.await();
      assertThat(counter(registry, "records", "double")).isEqualTo(1_000);
      assertThat(counter(registry, "emitted", "double")).isEqualTo(1_000);
      assertThat(counter(registry, "dead.letters", "double")).isZero();
      var instances =
          registry.get("sluice.stream.instances").tag("operator", "double").gauge().value();
      assertThat(instances).isEqualTo(1);
    }
  }

  private static double counter(SimpleMeterRegistry registry, String name, String operator) {
    return registry
        .get("sluice.stream." + name)
        .tags("pipeline", "doubling", "operator", operator)
        .functionCounter()
        .count();
  }

  @Test
  void aSecondStartReplacesTheMetersOfTheFirst() throws Exception {
    var registry = new SimpleMeterRegistry();
    var pipeline = doubling().metrics(registry);
    for (int start = 0; start < 2; start++) {
      try (var running = pipeline.start()) {
        running.await();
      }
    }
    assertThat(counter(registry, "records", "double")).isEqualTo(1_000);
  }

  @Test
  void theFlightRecorderHearsOfEachAction(@TempDir Path folder) throws Exception {
    var file = folder.resolve("scaling.jfr");
    try (var recording = new Recording()) {
      recording.enable("io.sluice.Scaling");
      recording.start();
      try (var running = endless()) {
        running.scale("double", 3).get(10, TimeUnit.SECONDS);
        running.scale("double", 1).get(10, TimeUnit.SECONDS);
      }
      recording.stop();
      recording.dump(file);
    }
    var events = RecordingFile.readAllEvents(file);
    assertThat(events)
        .extracting(event -> event.getString("operator"), event -> event.getString("action"))
        .contains(tuple("double", "DUPLICATED"), tuple("double", "DELETED"));
  }

  private static Running endless() {
    return Pipeline.named("endless")
        .from("numbers", Source.generate(k -> k).rate(1_000))
        .map("double", number -> 2 * number)
        .instances(1, 3)
        .to("nowhere", Sink.forEach(_ -> {}))
        .start();
  }

  @Test
  void aSnapshotTellsWhatEachOperatorDoes() throws Exception {
    try (var running = endless()) {
      running.scale("double", 2).get(10, TimeUnit.SECONDS);
      var snapshot = running.snapshot();
      assertThat(snapshot.state()).isEqualTo(Running.State.RUNNING);
      assertThat(snapshot.operators())
          .extracting(Snapshot.OfOperator::name, Snapshot.OfOperator::instances)
          .containsExactly(tuple("numbers", 1), tuple("double", 2), tuple("nowhere", 1));
      assertThat(snapshot.operators().get(1).last())
          .extracting(Snapshot.Action::kind)
          .containsExactly(Snapshot.Kind.DUPLICATED);
      assertThat(snapshot.operators().get(1).receivers()).containsExactly("nowhere");
    }
  }
}
