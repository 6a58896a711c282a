package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.Workload;
import java.time.Duration;
import java.util.Map;

/** How many records a second reach the sink if the source is unlimited. */
final class Throughput implements Measurement {

  /** A round counts as faster if its rate exceeds the best so far by this factor. */
  private static final double FASTER = 1.03;

  /** Warm-up ends after this many rounds in a row that were not faster. */
  private static final int NO_FASTER = 3;

  /** Records a second, and the CPU time of the whole process for a record. */
  private record Rate(double perSecond, double cpuNanos) {}

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var plain = rate(engine, plan, false);
    var keyed = rate(engine, plan, true);
    return Map.of(
        Metric.RATE, plain.perSecond,
        Metric.CPU, plain.cpuNanos,
        Metric.KEYED_RATE, keyed.perSecond,
        Metric.KEYED_CPU, keyed.cpuNanos);
  }

  private static Rate rate(StreamEngine engine, Plan plan, boolean keyed) throws Exception {
    var workload = Workload.unlimited(keyed);
    Probe.countOnly(workload);
    try (var _ = engine.start(workload)) {
      awaitRecords();
      double best = 0;
      int noFaster = 0;
      for (int i = 0; i < plan.warmUps() && noFaster < NO_FASTER; i++) {
        double rate = rate(plan.round()).perSecond;
        noFaster = rate > FASTER * best ? 0 : noFaster + 1;
        best = Math.max(best, rate);
      }
      return rate(plan.round().multipliedBy(plan.rounds()));
    }
  }

  private static void awaitRecords() throws InterruptedException {
    long before = Probe.count();
    while (Probe.count() == before) {
      Thread.sleep(1);
    }
  }

  private static Rate rate(Duration duration) throws InterruptedException {
    long count = Probe.count();
    long cpu = Cpu.nanos();
    long begin = System.nanoTime();
    Thread.sleep(duration);
    long records = Probe.count() - count;
    return new Rate(
        records * 1e9 / (System.nanoTime() - begin),
        (Cpu.nanos() - cpu) / (double) Math.max(1, records));
  }
}
