package io.sluice.lab.experiment.mobile;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.experiment.mobile.DhoSetup.Variant;
import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.State;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

  /** The entry in which a peer destroys its handle, if it does so once the data is mapped. */
  private static final int DESTROYED_ENTRY = 2;

  /** When a peer destroys its handle. */
  enum Moment {
    /** At a random moment of the second cycle: mostly while it waits. */
    WAITING("while it waits"),
    /** In the second cycle, as soon as it has the data. */
    MAPPED("once it has the data");

    private final String label;

    Moment(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /**
   * One setting.
   *
   * @param percent the share of the peers that depart
   * @param hold the time inside, without the fetch
   * @param data how the data moves; empty for the lock alone
   */
  record Cell(int peers, int percent, long hold, Optional<Variant> data, Moment moment) {

    int departing() {
      return Math.round(peers * percent / 100f);
    }

    /** Plain arithmetic for the time in which every peer has its turn, in nanoseconds. */
    private long cycle() {
      double fetch = data.map(Variant::fetchAtGrant).orElse(0.0);
      return Math.round(peers * (hold + fetch * 1e9));
    }
  }

  double overheadSeconds() {
    return departing - retiring;
  }

  double overheadPercent() {
    return 100 * overheadSeconds() / undisturbed;
  }

  /** Measures how long departures take. */
  private static final class DepartureMeter implements Auditor {
    private final Moment moment;
    private final Map<Integer, Long> toldAt = new HashMap<>();
    private long departures;
    private long nanos;

    private DepartureMeter(Moment moment) {
      this.moment = moment;
    }

    @Override
    public void mapped(long at, int process, Claim claim) {
      if (moment == Moment.MAPPED) {
        toldAt.put(process, at);
      }
    }

    @Override
    public void departed(long at, int process) {
      departures++;
      nanos += at - toldAt.getOrDefault(process, at);
    }

    double meanMillis() {
      return Nanos.millis(nanos) / departures;
    }
  }

  /** Measures one cell. */
  static DhoDepartures measure(Cell cell, long seed, Options options) {
    long cycle = cell.cycle();
    var chance = new Chance(seed, 0);
    var chosen = ProcessSet.EMPTY;
    while (chosen.size() < cell.departing()) {
      chosen = chosen.plus((int) chance.below(cell.peers));
    }
    var departing = chosen;
    var staying = ProcessSet.range(0, cell.peers).minus(departing);
    var undisturbed = new CycleMeter(staying, cycle, 2 * cycle);
    var retiring = new CycleMeter(staying, cycle, 2 * cycle);
    var others = new CycleMeter(staying, cycle, 2 * cycle);
    var departures = new DepartureMeter(cell.moment);
    var withRetiring = simulation(cell, ProcessSet.EMPTY).audit(retiring);
    var withDepartures =
        simulation(cell, cell.moment == Moment.MAPPED ? departing : ProcessSet.EMPTY)
            .audit(others)
            .audit(departures);
    departing.forEach(
        peer -> {
          switch (cell.moment) {
            case MAPPED -> withRetiring.change(new Change.Retire<>(cycle, peer));
            case WAITING -> {
              long at = cycle + chance.below(cycle);
              withRetiring.change(new Change.Retire<>(at, peer));
              withDepartures.change(new Change.Depart<>(at, peer));
              departures.toldAt.put(peer, at);
            }
          }
        });
    var _ = Trial.runSound(simulation(cell, ProcessSet.EMPTY).audit(undisturbed), seed, options);
    long fewer = Trial.runSound(withRetiring, seed, options).messages();
    long more = Trial.runSound(withDepartures, seed, options).messages();
    return new DhoDepartures(
        undisturbed.meanCycle(),
        retiring.meanCycle(),
        others.meanCycle(),
        (double) (more - fewer) / cell.departing(),
        departures.meanMillis());
  }

  private static Simulation<State, Message> simulation(Cell cell, ProcessSet destroying) {
    var workload =
        Workload.entries(CYCLES)
            .think(Delay.NONE)
            .hold(new Delay.Constant(cell.hold))
            .start(new Start.Within(DhoSetup.FIRST_ASKS));
    var simulation =
        Simulation.of(Elmp.ALGORITHM, Layout.plain(cell.peers))
            .workload(workload)
            .network(DhoSetup.network(cell.peers));
    return cell.data
        .map(
            variant ->
                simulation.data(
                    variant
                        .data(0)
                        .destroyed(peer -> destroying.contains(peer) ? DESTROYED_ENTRY : 0)))
        .orElse(simulation);
  }
}
