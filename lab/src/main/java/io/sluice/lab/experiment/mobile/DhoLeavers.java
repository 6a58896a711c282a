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
 * What those who leave cost those who stay: three runs with the same seed, and the mean cycle of
 * those who stay, in seconds.
 *
 * @param undisturbed where nobody leaves
 * @param retiring where the others give up and ask no more
 * @param leaving where the others leave
 * @param messages how many more messages each departure takes than just asking no more
 * @param departure how long it takes, in milliseconds
 */
record DhoLeavers(
    double undisturbed, double retiring, double leaving, double messages, double departure) {

  /** One to get in step, one in which some leave, and two, so that nobody is done before that. */
  private static final int CYCLES = 4;

  /** A link, the backbone and a link. */
  private static final Network NETWORK = Network.of(new Delay.Constant(Nanos.parse("600us")));

  private static final long FIRST_ASKS = Nanos.parse("10ms");

  /** So many peers, of which some leave, and so long inside. */
  record Cell(int peers, int percent, long hold) {
    int leavers() {
      return Math.round(peers * percent / 100f);
    }
  }

  double overheadSeconds() {
    return leaving - retiring;
  }

  double overheadPercent() {
    return 100 * overheadSeconds() / retiring;
  }

  /** Hears how long departures take. */
  private static final class DepartureMeter implements Auditor {
    private final Map<Integer, Long> told = new HashMap<>();
    private long departures;
    private long nanos;

    @Override
    public void departed(long at, int node) {
      departures++;
      nanos += at - told.getOrDefault(node, at);
    }

    double meanMillis() {
      return Nanos.millis(nanos) / departures;
    }
  }

  /** Measures one cell. */
  static DhoLeavers measure(Cell cell, long seed, Options options) {
    long cycle = cell.peers * cell.hold;
    var chance = new Chance(seed, 0);
    var leavers = ProcessSet.EMPTY;
    while (leavers.size() < cell.leavers()) {
      leavers = leavers.plus((int) chance.below(cell.peers));
    }
    var stayers = ProcessSet.range(0, cell.peers).minus(leavers);
    var undisturbed = new CycleMeter(stayers, cycle, 2 * cycle);
    var retiring = new CycleMeter(stayers, cycle, 2 * cycle);
    var leaving = new CycleMeter(stayers, cycle, 2 * cycle);
    var departures = new DepartureMeter();
    var withRetiring = simulation(cell).audit(retiring);
    var withLeaving = simulation(cell).audit(leaving).audit(departures);
    leavers.forEach(
        node -> {
          long at = cycle + chance.below(cycle);
          withRetiring.change(new Change.Retire<>(at, node));
          withLeaving.change(new Change.Depart<>(at, node));
          departures.told.put(node, at);
        });
    var _ = Trial.runSound(simulation(cell).audit(undisturbed), seed, options);
    long fewer = Trial.runSound(withRetiring, seed, options).messages();
    long more = Trial.runSound(withLeaving, seed, options).messages();
    return new DhoLeavers(
        undisturbed.meanCycle(),
        retiring.meanCycle(),
        leaving.meanCycle(),
        (double) (more - fewer) / cell.leavers(),
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
