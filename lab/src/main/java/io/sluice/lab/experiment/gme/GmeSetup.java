package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.Locale;

/**
 * What the experiments on group mutual exclusion have in common: two groups of the same size, whose
 * nodes all behave alike.
 *
 * <p>Belkhiria, Bertier and Tedeschi, <em>Group Mutual Exclusion to Scale Distributed Stream
 * Processing Pipelines</em>, section IV.
 *
 * @param nodes in both groups together
 * @param entries how often each node enters
 * @param think the paper's P, in nanoseconds
 * @param hold the paper's inCS, in nanoseconds
 * @param firstAsks the period from 0 in which every node asks for the first time
 * @param unmeasured how many of each node's first waits are left out
 */
public record GmeSetup(
    int nodes, int entries, long think, long hold, long firstAsks, int unmeasured) {

  /** The source of a parameter. */
  static final String PAPER = "paper";

  static final String OURS = "ours; the paper does not say";

  private static final Network NETWORK = Network.of(Delay.millis(1, 5));

  /**
   * With P close to 0 all nodes would ask at the same instant, in the order of their numbers: an
   * order that a cluster never sees and that favours RA1.
   */
  private static final long SHORTEST_FIRST_ASKS = Nanos.parse("50ms");

  public static GmeSetup of(int nodes, int entries, String think, String hold) {
    return of(nodes, entries, Nanos.parse(think), Nanos.parse(hold));
  }

  public static GmeSetup of(int nodes, int entries, long think, long hold) {
    return new GmeSetup(nodes, entries, think, hold, Math.max(think, SHORTEST_FIRST_ASKS), 0);
  }

  /** The same, but every node asks for the first time within that period. */
  GmeSetup firstAsksWithin(String period) {
    return new GmeSetup(nodes, entries, think, hold, Nanos.parse(period), unmeasured);
  }

  /** The same, but the first waits of each node are not measured. */
  GmeSetup withoutFirst(int waits) {
    return new GmeSetup(nodes, entries, think, hold, firstAsks, waits);
  }

  Layout layout() {
    return Layout.groups(nodes / 2, nodes / 2);
  }

  public Simulation<?, ?> simulation(GmeAlgorithm algorithm) {
    return simulation(algorithm.algorithm(nodes));
  }

  public Simulation<?, ?> simulation(Algorithm<?, ?> algorithm) {
    var layout = layout();
    // Where rooms have names, a group is the nodes that ask for the same room.
    var workload = workload().claims(node -> algorithm.family().claims(layout, node));
    return Simulation.of(algorithm, layout).workload(workload).network(NETWORK);
  }

  /** Adds the parameters that are the same in all experiments. */
  static Section.Builder describe(
      Section.Builder section,
      List<GmeAlgorithm> algorithms,
      int seeds,
      String why,
      Options options) {
    if (algorithms.contains(GmeAlgorithm.ROOMS_ADMITTING)) {
      section.parameter(
          "rooms, admitting",
          "rooms:admitting=K with K = n/2 − 1: all other nodes of a group may be late",
          "ours");
    }
    if (options.runner().scale() != 1) {
      section.parameter("time", pace(options.runner().scale()), "ours, to finish in minutes");
    }
    return section
        .parameter("links", options.runner().links(), "ours; the paper's messages go through Kafka")
        .parameter(
            "first request",
            "of each node at a random moment in [0, P), or in [0, 50 ms) if P is shorter",
            OURS)
        .parameter("seeds", seeds + " for each point: 1 to " + seeds, why);
  }

  private static String pace(double scale) {
    return String.format(
        Locale.ROOT,
        "a second of inCS or P took %s s. All times, also measured ones, are given in such"
            + " seconds, so a message that takes 1 ms counts as %s ms",
        Measure.of(scale).text(),
        Measure.of(1 / scale).text());
  }

  private Workload workload() {
    return Workload.entries(entries)
        .unmeasured(unmeasured)
        .think(new Delay.Constant(think))
        .hold(new Delay.Constant(hold))
        .start(new Start.Within(firstAsks));
  }
}
