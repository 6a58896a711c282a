package io.sluice.bench.streams.measure;

import com.sun.management.OperatingSystemMXBean;
import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.Workload;
import java.lang.management.ManagementFactory;
import java.util.Map;

/** How much CPU time the whole process takes while its job has no records. */
final class Idle implements Measurement {

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    var workload = Workload.idle();
    Probe.countOnly(workload);
    try (var _ = engine.start(workload)) {
      Thread.sleep(plan.warmUp());
      long before = system.getProcessCpuTime();
      long begin = System.nanoTime();
      Thread.sleep(plan.round().multipliedBy(plan.rounds()));
      double share = (system.getProcessCpuTime() - before) / (double) (System.nanoTime() - begin);
      return Map.of(Metric.IDLE, 100 * share);
    }
  }
}
