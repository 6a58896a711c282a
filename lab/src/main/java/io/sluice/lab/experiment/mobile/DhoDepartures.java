package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.State;
import java.util.HashMap;
import java.util.Map;

/**
 * What departing peers cost the others: three runs with the same seed, and in each the mean cycle
 * of the peers that stay, in seconds.
 *
 * @param undisturbed no peer departs
 * @param retiring the others give up and ask no more
 * @param departing the others depart
 * @param messages how many more messages each departure takes than asking no more
 * @param departure how long a departure takes, in milliseconds
 */
record DhoDepartures(
    double undisturbed, double retiring, double departing, double messages, double departure) {

  /**
   * One cycle to settle, one in which some peers depart, and two more, so that no peer finishes
   * before.
   */
  private static final int CYCLES = 4;

  /** A link, the backbone and a link. */
  private static final Network NETWORK = Network.of(new Delay.Constant(Nanos.parse("600us")));

  private static final long FIRST_ASKS = Nanos.parse("10ms");

  /** A number of peers, the share that departs, and the time inside. */
  record Cell(int peers, int percent, long hold) {
    int departing() {
      return Math.round(peers * percent / 100f);
    }
  }

  double overheadSeconds() {
    return departing - retiring;
  }

  double overheadPercent() {
    return 100 * overheadSeconds() / retiring;
  }

  /** Measures how long departures take. */
  private static final class DepartureMeter implements Auditor {
    private final Map<Integer, Long> toldAt = new HashMap<>();
    private long departures;
    private long nanos;

    @Override
    public void departed(long at, int node) {
      departures++;
      nanos += at - toldAt.getOrDefault(node, at);
    }

    double meanMillis() {
      return Nanos.millis(nanos) / departures;
    }
  }

  /** Measures one cell. */
  static DhoDepartures measure(Cell cell, long seed, Options options) {
    long cycle = cell.peers * cell.hold;
    var chance = new Chance(seed, 0);
    var departing = ProcessSet.EMPTY;
    while (departing.size() < cell.departing()) {
      departing = departing.plus((int) chance.below(cell.peers));
    }
    var staying = ProcessSet.range(0, cell.peers).minus(departing);
    var undisturbed = new CycleMeter(staying, cycle, 2 * cycle);
    var retiring = new CycleMeter(staying, cycle, 2 * cycle);
    var others = new CycleMeter(staying, cycle, 2 * cycle);
    var departures = new DepartureMeter();
    var withRetiring = simulation(cell).audit(retiring);
    var withDepartures = simulation(cell).audit(others).audit(departures);
    departing.forEach(
        node -> {
          long at = cycle + chance.below(cycle);
          withRetiring.change(new Change.Retire<>(at, node));
          withDepartures.change(new Change.Depart<>(at, node));
          departures.toldAt.put(node, at);
        });
    var _ = Trial.runSound(simulation(cell).audit(undisturbed), seed, options);
    long fewer = Trial.runSound(withRetiring, seed, options).messages();
    long more = Trial.runSound(withDepartures, seed, options).messages();
    return new DhoDepartures(
        undisturbed.meanCycle(),
        retiring.meanCycle(),
        others.meanCycle(),
        (double) (more - fewer) / cell.departing(),
        departures.meanMillis());
  }

  private static Simulation<State, Message> simulation(Cell cell) {
    var workload =
        Workload.entries(CYCLES)
            .think(new Delay.Constant(0))
            .hold(new Delay.Constant(cell.hold))
            .start(new Start.Within(FIRST_ASKS));
    return Simulation.of(Elmp.ALGORITHM, Layout.plain(cell.peers))
        .workload(workload)
        .network(NETWORK);
  }
}
