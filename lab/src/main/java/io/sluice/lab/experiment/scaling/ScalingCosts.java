package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.PaperValue;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Ordered;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Table;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.scaling.GuardedScaling;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.protocol.scaling.UnguardedScaling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What the protocols themselves send, and what the guard adds and prevents. */
final class ScalingCosts {

  static final List<Algorithm<?, ScalingMessage>> PROTOCOLS =
      List.of(
          UnguardedScaling.ALGORITHM_PUBLISHED,
          UnguardedScaling.ALGORITHM_BY_OPERATOR,
          GuardedScaling.ALGORITHM);

  /** How long messages take, in steps: much less than one step, and one step, as in the paper. */
  static final List<Double> DELAYS = List.of(0.1, 1.0);

  /** The time until the paper's load peaks. */
  private static final int STEPS = 100;

  private static final int SIZE = 7;

  /** One protocol over one network. */
  record Cell(Algorithm<?, ScalingMessage> protocol, double delay) {}

  private ScalingCosts() {}

  static List<Cell> cells() {
    return DELAYS.stream()
        .flatMap(delay -> PROTOCOLS.stream().map(protocol -> new Cell(protocol, delay)))
        .toList();
  }

  /**
   * Adds instances to the middle one of three operators with seven instances each.
   *
   * @param k how many new instances
   * @param by how many instances start them, all at the same time
   */
  static ScalingReplay duplications(
      Algorithm<?, ScalingMessage> protocol, int k, int by, Options options) {
    var orders = new ArrayList<Ordered>();
    int founders = 3 * SIZE;
    for (int parent = 0; parent < by; parent++) {
      int first = parent * k / by;
      int started = (parent + 1) * k / by - first;
      orders.add(new Ordered(1, SIZE + parent, founders + first, started));
    }
    var layout = Layout.groups(SIZE, SIZE, SIZE).plusPool(k);
    return ScalingReplay.of(protocol, layout, orders, DELAYS.getFirst(), 1, options);
  }

  /** The paper's policy decides in discrete time, and the protocol carries it out. */
  static ScalingReplay replay(Cell cell, long seed, Options options) {
    var pipeline = ScalingSetup.pipeline(ScalingSetup.BY_CHANCE, seed);
    ScalingSetup.MOTION
        .loads(seed, ScalingSetup.OPERATORS, STEPS, ScalingSetup.START)
        .forEach(pipeline::step);
    var sizes = new int[ScalingSetup.OPERATORS];
    Arrays.fill(sizes, ScalingSetup.INSTANCES);
    var founders = Layout.groups(sizes);
    var layout = founders.plusPool(pipeline.everStarted() - founders.size());
    var replay =
        ScalingReplay.of(cell.protocol, layout, pipeline.orders(), cell.delay, seed, options);
    if (cell.protocol.equals(GuardedScaling.ALGORITHM) && replay.error().isPresent()) {
      throw new ExperimentFailed(
          "%s with seed %d: %s".formatted(cell.protocol.name(), seed, replay.error().get()));
    }
    return replay;
  }

  /** Section 5.4: the formulas, compared with what each protocol sends. */
  static Comparison[] formulas(Options options) {
    var rows = new ArrayList<Comparison>();
    int neighbours = 2 * SIZE;
    for (var protocol : PROTOCOLS) {
      for (int k : List.of(1, 3, SIZE, 2 * SIZE)) {
        int by = Math.min(k, SIZE);
        var replay = duplications(protocol, k, by, options);
        rows.add(
            PaperValue.of(
                    "%s: %d more by %d, 2 min(k, n)(|succs| + |preds|) + k"
                        .formatted(protocol.name(), k, by),
                    2.0 * by * neighbours + k,
                    "The protocol sent a different number of messages.")
                .beside(replay.ownMessages()));
      }
      var alone = duplications(protocol, SIZE, 1, options);
      rows.add(
          PaperValue.of(
                  protocol.name() + ": 7 more by a single instance, as with \"in turn\"",
                  2.0 * SIZE * neighbours + SIZE,
                  "2(|succs| + |preds|) + k: one announcement for all.")
              .beside(alone.ownMessages()));
    }
    return rows.toArray(Comparison[]::new);
  }

  static Table table(Map<Cell, List<ScalingReplay>> replays) {
    var table =
        Table.named(
            "The guard: the decisions of "
                + ScalingSetup.BY_CHANCE.name()
                + ", carried out by the protocols",
            "protocol",
            "mean delay of a message, steps",
            "runs with an error",
            "changes ordered",
            "carried out",
            "messages per change",
            "of these, the guard's",
            "steps per change");
    replays.forEach(
        (cell, runs) ->
            table.row(
                cell.protocol.name(),
                List.of(
                    Measure.of(cell.delay),
                    Measure.text(errors(runs) + " of " + runs.size()),
                    Measure.of(runs.stream().mapToInt(ScalingReplay::orders).sum()),
                    Measure.of(changes(runs)),
                    Measure.of(messagesAChange(runs)),
                    Measure.of(guardAChange(runs)),
                    Measure.of(stepsAChange(runs)))));
    return table.build();
  }

  static long errors(List<ScalingReplay> runs) {
    return runs.stream().filter(run -> run.error().isPresent()).count();
  }

  private static double changes(List<ScalingReplay> runs) {
    return runs.stream().mapToInt(run -> run.delays().size()).sum();
  }

  static double messagesAChange(List<ScalingReplay> runs) {
    return runs.stream().mapToLong(ScalingReplay::messages).sum() / changes(runs);
  }

  static double guardAChange(List<ScalingReplay> runs) {
    return runs.stream().mapToLong(ScalingReplay::guard).sum() / changes(runs);
  }

  static double stepsAChange(List<ScalingReplay> runs) {
    return Statistics.of(
            runs.stream().map(ScalingReplay::delays).flatMap(Collection::stream).toList())
        .mean();
  }
}
