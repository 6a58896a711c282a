package io.sluice.lab.live;

import io.sluice.lab.experiment.scaling.LiveScaling;
import io.sluice.lab.experiment.scaling.LiveScaling.Observed;
import io.sluice.lab.experiment.scaling.ScalingPlan;
import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot.OfOperator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.stream.IntStream;

/**
 * Runs a plan with a real pipeline: instances that are threads, records that pass all operators,
 * and the plan's policy, which decides by the load that each instance measures.
 *
 * <p>A step of the plan is a step of the engine. An operator makes more or fewer records than it
 * receives, as many as the plan has for the next one, so that the loads move independently although
 * the operators are one after the other. Each record takes an instance its time, but no processor.
 */
final class LivePipeline {

  /** An instance waits about that often in a step. */
  private static final int WAITS = 50;

  /**
   * The work of ten steps and more: the paper's instances know their load also when it exceeds
   * their capacity. With much more, those that delete themselves could work off their inboxes for
   * long, and their neighbours have to wait for that before they change.
   */
  private static final int INBOX = 1024;

  /** Small, so that instances share the records fairly, as the paper assumes. */
  private static final int BATCH = 8;

  private static final Duration LONGEST_START = Duration.ofSeconds(30);
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(60);

  private final ScalingPlan plan;
  private final Duration step;
  private final List<RecordTally> tallies;
  private final RecordTally written = new RecordTally("the sink");
  private final PlannedSource source;
  private int late;

  /**
   * @param step how long a step of the plan is
   */
  LivePipeline(ScalingPlan plan, Duration step) {
    this.plan = plan;
    this.step = step;
    this.source = new PlannedSource(plan, step);
    this.tallies =
        IntStream.range(0, plan.operators())
            .mapToObj(index -> new RecordTally(name(index)))
            .toList();
  }

  private static String name(int operator) {
    return "operator-" + (operator + 1);
  }

  private Pipeline pipeline() {
    var pipeline = Pipeline.named("scaling").decideInSteps(step).inbox(INBOX).batch(BATCH);
    DataStream<PlannedRecord> stream = pipeline.from("source", source);
    for (int index = 0; index < plan.operators(); index++) {
      stream = append(stream, index);
    }
    return stream.to("sink", Sink.forEach(written::add));
  }

  private DataStream<PlannedRecord> append(DataStream<PlannedRecord> stream, int index) {
    var tally = tallies.get(index);
    boolean last = index == plan.operators() - 1;
    long nanos = step.toNanos();
    var pacers = ThreadLocal.withInitial(() -> new Pacer(nanos / plan.capacity(), nanos / WAITS));
    return stream
        .<PlannedRecord>flatMap(
            name(index),
            (record, out) -> {
              pacers.get().pace();
              tally.add(record);
              if (last) {
                out.accept(record);
              } else {
                record.forNext(plan, index, out);
              }
            })
        .instances(1, plan.mostInstances())
        .policy(_ -> plan.policy());
  }

  /**
   * Runs the plan to its end.
   *
   * @param cancelled becomes true when the result is no longer wanted
   * @param progress is told the share of the steps that are over
   * @throws io.sluice.lab.experiment.ExperimentFailed if a record was lost or processed twice
   */
  LiveScaling run(BooleanSupplier cancelled, DoubleConsumer progress) throws InterruptedException {
    try (var running = pipeline().start()) {
      begin(running);
      var steps = observe(running, cancelled, progress);
      drain(running, cancelled);
      for (int index = 0; index < plan.operators(); index++) {
        tallies.get(index).check(plan, index);
      }
      written.check(plan, plan.operators() - 1);
      return new LiveScaling(
          steps,
          tallies.stream().mapToLong(RecordTally::records).sum(),
          running.snapshot().actions(),
          late);
    }
  }

  /** Starts the instances that the plan begins with; from then on the load decides. */
  private void begin(Running running) throws InterruptedException {
    var scaled =
        IntStream.range(0, plan.operators())
            .mapToObj(index -> running.scale(name(index), plan.instances()))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(scaled).orTimeout(LONGEST_START.toSeconds(), TimeUnit.SECONDS).join();
    IntStream.range(0, plan.operators()).forEach(index -> running.release(name(index)));
  }

  private List<List<Observed>> observe(
      Running running, BooleanSupplier cancelled, DoubleConsumer progress)
      throws InterruptedException {
    long length = step.toNanos();
    // When the instances begin a step, too.
    long begin = (Math.floorDiv(System.nanoTime(), length) + 2) * length;
    source.beginAt(begin);
    var steps = new ArrayList<List<Observed>>();
    var before = operators(running);
    for (int number = 1; number <= plan.steps(); number++) {
      long end = begin + number * length;
      TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
      if (System.nanoTime() - end > length / 10) {
        late++;
      }
      checkNotCancelled(cancelled);
      var now = operators(running);
      steps.add(observed(before, now));
      before = now;
      progress.accept((double) number / plan.steps());
    }
    return steps;
  }

  /** Waits until what is left is processed; on a busy machine that may be much. */
  private void drain(Running running, BooleanSupplier cancelled) throws InterruptedException {
    long processed = 0;
    long moved = System.nanoTime();
    while (!running.await(Duration.ofSeconds(1))) {
      checkNotCancelled(cancelled);
      long now = operators(running).stream().mapToLong(OfOperator::records).sum();
      if (now != processed) {
        processed = now;
        moved = System.nanoTime();
      } else if (System.nanoTime() - moved > LONGEST_STANDSTILL.toNanos()) {
        throw new IllegalStateException(
            "the pipeline has processed nothing for %d s, and not all of its records"
                .formatted(LONGEST_STANDSTILL.toSeconds()));
      }
    }
  }

  private static void checkNotCancelled(BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException();
    }
  }

  private List<OfOperator> operators(Running running) {
    return running.snapshot().operators().subList(1, 1 + plan.operators());
  }

  private static List<Observed> observed(List<OfOperator> before, List<OfOperator> now) {
    return IntStream.range(0, now.size())
        .mapToObj(
            index ->
                new Observed(
                    now.get(index).instances(),
                    now.get(index).records() - before.get(index).records(),
                    now.get(index).waiting()))
        .toList();
  }
}
