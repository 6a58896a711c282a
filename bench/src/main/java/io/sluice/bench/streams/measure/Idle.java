package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.Workload;
import java.util.Map;

/** How much CPU time the whole process takes while its job has no records. */
final class Idle implements Measurement {

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.idle();
    Probe.countOnly(workload);
    try (var _ = engine.start(workload)) {
      Thread.sleep(plan.warmUp());
      long before = Cpu.nanos();
      long begin = System.nanoTime();
      Thread.sleep(plan.round().multipliedBy(plan.rounds()));
      double share = (Cpu.nanos() - before) / (double) (System.nanoTime() - begin);
      return Map.of(Metric.IDLE, 100 * share);
    }
  }
}
