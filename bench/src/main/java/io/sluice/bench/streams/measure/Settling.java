package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Job;
import io.sluice.bench.streams.engine.StreamEngine.Operator;
import io.sluice.bench.streams.engine.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What operators that decide for themselves make of a load that becomes four times as high. Each
 * record waits at the first operator, as if it called a remote service, so that several instances
 * do not need several cores.
 */
final class Settling implements Measurement {

  /** How long each record waits. */
  private static final Duration COST = Duration.ofMillis(1);

  /** Records a second before the step: less than one instance can process. */
  private static final double BEFORE = 500;

  private static final double STEP = 4;

  private static final Duration SAMPLED = Duration.ofMillis(5);

  /** How long to watch before and after the step. */
  private static final Duration WATCHED = Duration.ofSeconds(10);

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.steady(BEFORE, 0);
    Probe.observe(workload, new Observed());
    Probe.cost(COST.toNanos());
    try (var job = engine.start(workload)) {
      watch(job);
      Probe.rate(STEP * BEFORE);
      var course = Course.of(watch(job));
      return Map.of(
          Metric.SETTLING, course.settledNanos() / 1e9,
          Metric.SETTLED_INSTANCES, (double) course.settled(),
          Metric.OVERSHOOT, (double) course.overshoot(),
          Metric.REVERSALS, (double) course.reversals());
    }
  }

  private static List<Course.Sample> watch(Job job) throws InterruptedException {
    var samples = new ArrayList<Course.Sample>();
    long begin = System.nanoTime();
    long now = begin;
    while (now - begin < WATCHED.toNanos()) {
      samples.add(new Course.Sample(now - begin, job.instances(Operator.FIRST)));
      Thread.sleep(SAMPLED);
      now = System.nanoTime();
    }
    return samples;
  }
}
