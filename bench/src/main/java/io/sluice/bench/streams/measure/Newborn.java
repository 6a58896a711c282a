package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Operator;
import io.sluice.bench.streams.engine.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The time from the call that duplicates an instance to the first record at the new instance. */
final class Newborn implements Measurement {

  /** Duplications in a second of the measured time. */
  private static final double PER_SECOND = 10;

  /** Short, since a newborn cannot have a record before the source emits one. */
  private static final Duration TICK = Duration.ofNanos(100_000);

  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.steady(plan.rate(), 0).every(TICK);
    var newborns = new ArrayBlockingQueue<Long>(1024);
    Probe.observe(
        workload,
        new Probe.Listener() {
          @Override
          public void newborn(long now) {
            newborns.add(now);
          }
        });
    try (var job = engine.start(workload)) {
      await(newborns);
      Thread.sleep(plan.warmUp());
      // From now on by hand only, whatever the operator decided before.
      job.scale(Operator.FIRST, 1);
      double seconds = plan.round().multipliedBy(plan.rounds()).toMillis() / 1e3;
      int measured = (int) Math.max(PER_SECOND, PER_SECOND * seconds);
      var times = new Histogram(3);
      for (int i = 0; i < 2 * measured; i++) {
        newborns.clear();
        Probe.forget();
        await(newborns); // the one instance that there is
        long begin = System.nanoTime();
        job.scale(Operator.FIRST, 2);
        long time = await(newborns) - begin;
        if (i >= measured) {
          times.recordValue(time);
        }
        job.scale(Operator.FIRST, 1);
      }
      return Map.of(
          Metric.NEWBORN_P50, times.getValueAtPercentile(50) / 1e6,
          Metric.NEWBORN_P99, times.getValueAtPercentile(99) / 1e6);
    }
  }

  private static long await(ArrayBlockingQueue<Long> newborns) throws InterruptedException {
    Long first = newborns.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    if (first == null) {
      throw new IllegalStateException(
          "a new instance had no record within " + LIMIT.toSeconds() + " s");
    }
    return first;
  }
}
