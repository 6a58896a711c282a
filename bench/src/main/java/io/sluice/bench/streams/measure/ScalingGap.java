package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Ability;
import io.sluice.bench.streams.engine.StreamEngine.Job;
import io.sluice.bench.streams.engine.StreamEngine.Operator;
import io.sluice.bench.streams.engine.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The longest time without a record at the sink while the job is rescaled, and while it is not:
 * rounds of both take turns, so that noise of the machine is in both.
 */
final class ScalingGap implements Measurement {

  private static final List<Operator> ALONE =
      List.of(Operator.FIRST, Operator.SECOND, Operator.THIRD);

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.steady(plan.rate(), 0);
    var observed = new Observed();
    var stalls = new Stalls();
    Probe.observe(workload, observed);
    try (var job = engine.start(workload)) {
      observed.awaitRecords();
      for (var operator : scaled(engine)) {
        // From now on by hand only, whatever the operator decided before.
        job.scale(operator, 1);
      }
      // Warm with actions too: the code that carries them out is slower at first.
      Thread.sleep(plan.warmUp());
      act(job, engine, plan.warmUp());
      observed.next();
      stalls.next();
      var quiet = new LongestGaps();
      var quietKeys = new LongestGaps();
      var quietStalls = new LongestGaps();
      var acting = new LongestGaps();
      var actingKeys = new LongestGaps();
      var actingStalls = new LongestGaps();
      long inAction = 0;
      int actions = 0;
      for (int i = 0; i < plan.rounds(); i++) {
        long length = Math.max(plan.round().toNanos(), 2 * engine.betweenActions().toNanos());
        Thread.sleep(Duration.ofNanos(length));
        var without = observed.next();
        quiet.add(without.longest());
        quietKeys.add(without.longestOfKeys());
        quietStalls.add(stalls.next());
        long begin = System.nanoTime();
        actions += act(job, engine, Duration.ofNanos(length));
        inAction += System.nanoTime() - begin;
        var with = observed.next();
        acting.add(with.longest());
        actingKeys.add(with.longestOfKeys());
        actingStalls.add(stalls.next());
      }
      return Map.of(
          Metric.QUIET_GAP, quiet.longest(),
          Metric.QUIET_GAP_TYPICAL, quiet.median(),
          Metric.QUIET_STALL, quietStalls.longest(),
          Metric.QUIET_KEY_GAP, quietKeys.longest(),
          Metric.SCALING_GAP, acting.longest(),
          Metric.SCALING_GAP_TYPICAL, acting.median(),
          Metric.SCALING_STALL, actingStalls.longest(),
          Metric.SCALING_KEY_GAP, actingKeys.longest(),
          Metric.ACTIONS, actions * 1e9 / inAction);
    }
  }

  private static List<Operator> scaled(StreamEngine engine) {
    return engine.abilities().contains(Ability.RESCALE_OPERATORS) ? ALONE : List.of(Operator.THIRD);
  }

  /**
   * Rescales again and again for that time, and leaves the job as it was.
   *
   * @return how often
   */
  private static int act(Job job, StreamEngine engine, Duration duration) throws Exception {
    var operators = scaled(engine);
    long between = engine.betweenActions().toNanos();
    long begin = System.nanoTime();
    long due = begin;
    int i = 0;
    for (; due - begin < duration.toNanos() || i % (2 * operators.size()) > 0; i++) {
      boolean more = i / operators.size() % 2 == 0;
      job.scale(operators.get(i % operators.size()), more ? 2 : 1);
      // After an action that took long, the job still runs for a while before the next one.
      due = Math.max(due + between, System.nanoTime() + between / 2);
      LockSupport.parkNanos(due - System.nanoTime());
    }
    return i;
  }
}
