package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Operator;
import io.sluice.bench.streams.engine.Workload;
import java.util.EnumMap;
import java.util.Map;

/**
 * How long the keys of an operator with 100 MiB of state are without a record when an instance is
 * added: the keys that move to it, and the others.
 */
final class MovedState implements Measurement {

  private static final int STATE_BYTES = 100 << 20;

  /** Changes of scale before those that are measured: the first ones run cold code. */
  private static final int WARM_UPS = 2;

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.steady(plan.rate(), STATE_BYTES / Workload.KEYS);
    var observed = new Observed();
    Probe.observe(workload, observed);
    var figures = new EnumMap<Metric, Double>(Metric.class);
    try (var job = engine.start(workload)) {
      observed.awaitRecords();
      Thread.sleep(plan.warmUp());
      for (int i = 0; i < WARM_UPS + plan.rounds(); i++) {
        if (i == WARM_UPS) {
          figures.clear();
        }
        observed.next();
        Thread.sleep(plan.round());
        note(figures, Metric.STATE_QUIET_GAP, observed.next().longestOfKeys());
        var before = observed.owners();
        job.scale(Operator.THIRD, 2);
        Thread.sleep(plan.round());
        note(figures, observed.next(), before, observed.owners());
        job.scale(Operator.THIRD, 1);
        Thread.sleep(plan.round());
      }
    }
    return figures;
  }

  /** A key has moved if another thread processes it now. */
  private static void note(
      Map<Metric, Double> figures, Gaps.Round round, Thread[] before, Thread[] after) {
    for (int key = 0; key < before.length; key++) {
      var metric = before[key].equals(after[key]) ? Metric.STATE_OTHER_GAP : Metric.STATE_MOVED_GAP;
      note(figures, metric, round.keys()[key]);
    }
  }

  private static void note(Map<Metric, Double> figures, Metric metric, long nanos) {
    figures.merge(metric, nanos / 1e6, Math::max);
  }
}
