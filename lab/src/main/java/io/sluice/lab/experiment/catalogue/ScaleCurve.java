package io.sluice.lab.experiment.catalogue;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Layout;
import java.util.List;

/**
 * A protocol whose cost is measured over a wide range of sizes.
 *
 * @param entries how many entries are measured
 * @param warmUp in how many rounds every node asks before that
 * @param perDoubling for a logarithm: what theory adds to the cost when the number of nodes doubles
 */
record ScaleCurve(Formula formula, int entries, int warmUp, Growth growth, double perDoubling) {

  /** How the cost grows with the number of nodes. */
  enum Growth {
    CONSTANT,
    LOGARITHM,
    ROOT
  }

  /** The mean time between two requests: long enough that two rarely overlap. */
  private static final long GAP = 10_000_000_000L;

  static final ScaleCurve CENTRAL = new ScaleCurve(Formula.CENTRAL, 2000, 0, Growth.CONSTANT, 0);

  /**
   * Here every node must have asked before: at first all point to the same node, and a node that
   * has not asked yet is still near it. The mean is then the harmonic number of N-1, which grows
   * like the natural logarithm.
   */
  static final ScaleCurve NAIMI_TREHEL =
      new ScaleCurve(Formula.NAIMI_TREHEL, 4000, 1, Growth.LOGARITHM, Math.log(2));

  /**
   * Doubling the nodes puts both the asking node and the token a level deeper: two edges, there and
   * back.
   */
  static final ScaleCurve RAYMOND = new ScaleCurve(Formula.RAYMOND, 2000, 0, Growth.LOGARITHM, 4);

  /** Doubling the nodes puts one more process on the path. */
  static final ScaleCurve AGRAWAL_EL_ABBADI =
      new ScaleCurve(Formula.AGRAWAL_EL_ABBADI, 2000, 0, Growth.LOGARITHM, 3);

  /** Entries cost nearly the same, and with a million nodes an entry takes long to simulate. */
  static final ScaleCurve MAEKAWA = new ScaleCurve(Formula.MAEKAWA, 30, 0, Growth.ROOT, 0);

  static final List<ScaleCurve> ALL =
      List.of(CENTRAL, NAIMI_TREHEL, RAYMOND, AGRAWAL_EL_ABBADI, MAEKAWA);

  String name() {
    return formula.name();
  }

  /** The mean over requests of random nodes that do not overlap. */
  double messagesPerEntry(int nodes, long seed, Options options) {
    long round = nodes * GAP;
    long warm = warmUp * round;
    var meter = new EntryMeter(warm);
    // Exponential times between requests, so every node is equally likely to ask next.
    var workload =
        Workload.unlimited()
            .think(new Delay.Exponential(round, 0))
            .hold(new Delay.Constant(CatalogueCosts.LATENCY))
            .start(new Start.Within(round))
            .asks(formula::asks);
    Trial.runSound(
        Simulation.of(formula.algorithm(), Layout.plain(nodes))
            .network(CatalogueCosts.NETWORK)
            .workload(workload)
            .duration(warm + entries * GAP)
            .auditMessages(meter),
        seed,
        options);
    return Statistics.of(meter.entries().stream().map(EntryMeter.Entry::messages).toList()).mean();
  }
}
