package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.simulate.Churn;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.State;

/**
 * Results of one run of mobile processes.
 *
 * @param replaced how many processes departed, each for another that joined
 * @param messagesPerOperation all messages divided by all requests, joins and departures
 * @param stepsPerRequest how many steps up the tree a request made
 * @param height the largest height of the tree
 * @param rebuiltPerReplaced how many places were rebuilt for each replaced process
 */
record MobileRun(
    long entries,
    long replaced,
    double messagesPerOperation,
    double stepsPerRequest,
    int height,
    double rebuiltPerReplaced) {

  /** The mean time between two requests, in which several processes can join and depart. */
  private static final long GAP = Nanos.parse("1s");

  private static final int SURVEYS = 25;

  /**
   * One request a second, while processes join and depart all the time.
   *
   * @param replacedPerEntry how many processes are replaced for each entry
   */
  static MobileRun of(
      Algorithm<State, Message> algorithm,
      int nodes,
      int entries,
      double replacedPerEntry,
      long seed,
      Options options) {
    var census = new MobileCensus();
    var layout = Layout.plain(nodes).plusNewcomers(Math.max(10, nodes / 100));
    long duration = entries * GAP;
    var outcome =
        Trial.runSound(
            Simulation.of(algorithm, layout)
                .workload(
                    Workload.unlimited()
                        .claims(node -> algorithm.family().claims(layout, node))
                        .think(new Delay.Exponential(nodes * GAP, 0))
                        .start(new Start.Within(nodes * GAP))
                        .hold(Delay.millis(10)))
                .network(Network.of(Delay.parse("0.1ms")))
                .churn(new Churn(replacedPerEntry / Nanos.seconds(GAP)))
                .duration(duration)
                .directed(duration / SURVEYS, duration, census)
                .auditMessages(census),
            seed,
            options);
    if (census.surveys() == 0) {
      throw new ExperimentFailed("the tree of %d nodes was never at rest".formatted(nodes));
    }
    double operations = outcome.entries() + census.joined() + census.departed();
    return new MobileRun(
        outcome.entries(),
        census.departed(),
        outcome.messages() / operations,
        (double) census.steps() / outcome.entries(),
        census.height(),
        (double) census.rebuilt() / Math.max(1, census.departed()));
  }

  double replacedPerEntry() {
    return (double) replaced / entries;
  }
}
