package io.sluice.streams.engine;

import io.sluice.streams.Snapshot;
import io.sluice.streams.Snapshot.OfInstance;
import io.sluice.streams.Snapshot.OfOperator;
import io.sluice.streams.graph.Logic;

/** Reads off what a pipeline is doing. */
final class Snapshots {

  private Snapshots() {}

  static Snapshot of(Engine engine) {
    var operators = engine.runs().stream().map(run -> of(engine, run)).toList();
    long in = 0;
    long out = 0;
    for (int index = 0; index < operators.size(); index++) {
      var run = engine.runs().get(index);
      if (run.operator().isSource()) {
        in += operators.get(index).records();
      } else if (run.operator().logic() instanceof Logic.Writing) {
        out += operators.get(index).records();
      }
    }
    return new Snapshot(
        engine.graph().name(),
        engine.state(),
        engine.seconds(),
        in,
        out,
        engine.longestGapNanos() / 1e6,
        engine.runs().stream().mapToLong(OperatorRun::actionCount).sum(),
        operators);
  }

  private static OfOperator of(Engine engine, OperatorRun run) {
    var graph = engine.graph();
    var counts = run.counts();
    var limits = run.limits();
    var rate = run.rate();
    return new OfOperator(
        run.operator().name(),
        graph.successors(run.operator()).stream()
            .map(each -> graph.operators().get(each).name())
            .toList(),
        run.operator().isKeyed(),
        limits.min(),
        limits.max(),
        run.active().size(),
        counts.records(),
        counts.emitted(),
        counts.deadLetters(),
        rate.records(),
        run.waiting(),
        rate.busy(),
        rate.blocked(),
        run.watermark(),
        run.active().stream().map(Snapshots::of).toList(),
        run.lastActions());
  }

  private static OfInstance of(Instance instance) {
    var counts = instance.meter().counts();
    return new OfInstance(
        instance.number(),
        counts.records(),
        counts.workingNanos() / 1e9,
        instance.inbox().records(),
        instance.scaling().isInside());
  }
}
