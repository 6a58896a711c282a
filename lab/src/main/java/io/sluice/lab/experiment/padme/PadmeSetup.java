package io.sluice.lab.experiment.padme;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.SpanningTree;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What the experiments on PADME have in common: a complete binary tree whose participants ask again
 * as soon as they have released; the nearer to the root, the more urgent.
 *
 * <p>Edmondson, Schmidt and Gokhale, <em>Fault-tolerant quality-of-service-enabled distributed
 * mutual exclusion for message-oriented middleware</em>, section 4.
 *
 * @param participants how many processes ask
 * @param transmission the paper's t_m, in nanoseconds
 * @param warmUp how long nothing is counted, in nanoseconds
 * @param counted how long is counted after that, in nanoseconds
 */
record PadmeSetup(int participants, long transmission, long warmUp, long counted) {

  static final String PAPER = "paper";

  static final String OURS = "ours; the paper does not say";

  /** High, medium and low: 1, 2 and 4. */
  static final int PAPER_TREE = 7;

  static final int SEEDS = 5;

  /** The time inside. */
  static final long HOLD = Nanos.parse("1s");

  /** How long the paper's runs are. */
  static final long LENGTH = Nanos.parse("360s");

  /** The paper's two transmission times. */
  static final List<Long> TRANSMISSIONS = List.of(Nanos.parse("1s"), Nanos.parse("500ms"));

  private static final SpanningTree TREE = SpanningTree.binary();

  /** The paper's tree. */
  static PadmeSetup of(long transmission) {
    return new PadmeSetup(PAPER_TREE, transmission, 0, LENGTH);
  }

  /** How many entries a server allows: each takes the time inside, a release and a reply. */
  static double central(long transmission) {
    return (double) LENGTH / (HOLD + 2 * transmission);
  }

  /** How many entries are possible with one message between any two. */
  static double optimum(long transmission) {
    return (double) LENGTH / (HOLD + transmission);
  }

  PadmeRun run(Models models, long seed, Options options) {
    return run(models, Faults.NONE, seed, options);
  }

  PadmeRun run(Models models, Faults faults, long seed, Options options) {
    var configuration = Configuration.of(models).on(TREE);
    return run(Padme.algorithm(configuration), participants, _ -> true, 0, faults, seed, options);
  }

  /** The same participants with a server, which does not ask itself. */
  PadmeRun runCentral(long seed, Options options) {
    return run(
        CentralFixed.ALGORITHM, participants + 1, node -> node > 0, 1, Faults.NONE, seed, options);
  }

  /**
   * @param first the number of the process that is the root
   */
  private PadmeRun run(
      Algorithm<?, ?> algorithm,
      int nodes,
      IntPredicate asks,
      int first,
      Faults faults,
      long seed,
      Options options) {
    long end = warmUp + counted;
    var meter = new PriorityMeter(warmUp, end);
    var traffic = new TrafficMeter(warmUp);
    var claims = Configuration.USUAL.on(TREE);
    var workload =
        Workload.unlimited()
            .think(Delay.NONE)
            .hold(new Delay.Constant(HOLD))
            .start(new Start.Within(HOLD))
            .asks(asks)
            .claims(node -> List.of(claims.claim(node - first)));
    var simulation =
        Simulation.of(algorithm, Layout.plain(nodes))
            .network(Network.of(new Delay.Constant(transmission)))
            .workload(workload)
            .faults(faults)
            .duration(end)
            .audit(meter)
            .auditMessages(traffic);
    Trial.runSound(simulation, seed, options);
    return PadmeRun.of(meter, traffic.messages());
  }

  /** Adds the parameters that are the same in all experiments. */
  static Section.Builder describe(Section.Builder section, int seeds) {
    return section
        .parameter("time inside", "1 s", PAPER)
        .parameter(
            "asking again",
            "at the moment of the release, after the token has been given back",
            "the paper's, in a simulator without ticks")
        .parameter("first request", "of each at a random moment of the first second", OURS)
        .parameter("clocks", "shared (the paper's second discipline)", OURS)
        .parameter("links", "each message takes exactly t_m; FIFO, reliable", PAPER)
        .parameter("seeds", seeds + " for each point: 1 to " + seeds, OURS);
  }
}
