package io.sluice.lab.simulate.run;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Churn;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;

/**
 * Carries out the faults of a run, and knows which processes have crashed or are paused, and which
 * know of a crash.
 */
final class FaultInjector {

  /** On the agenda, the node of what happens to no node in particular. */
  static final int NO_PROCESS = -1;

  /** A fault, or the end of one, on the agenda. */
  sealed interface FaultEvent {
    record Scheduled(Fault fault) implements FaultEvent {}

    record Resume(int node) implements FaultEvent {}

    record Heal(Fault.Partition partition) implements FaultEvent {}

    /** The next fault of its kind that strikes at random. */
    enum AtRandom implements FaultEvent {
      CRASH,
      PAUSE,
      PARTITION,
      /** A member is replaced. */
      REPLACEMENT
    }
  }

  private static final BitSet NONE_INFORMED = new BitSet();

  private final int nodes;
  private final Faults faults;
  private final Churn churn;
  private final Agenda agenda;
  private final SimulatedNetwork<?> links;
  private final Clients clients;
  private final Chance chance;

  /** Lets something happen to a node now. */
  private final ObjIntConsumer<Object> happen;

  /** Paused or crashed; kept apart from the rest because it is asked of every event. */
  private final boolean[] halted;

  private final BitSet crashed = new BitSet();
  private final Map<Integer, Long> pausedUntil = new HashMap<>();
  private final Map<Integer, Queue<Object>> deferred = new HashMap<>();

  /** For each crashed node the survivors that know. */
  private final Map<Integer, BitSet> informed = new HashMap<>();

  private int randomCrashes;
  private int background;

  FaultInjector(
      int nodes,
      Faults faults,
      Churn churn,
      Agenda agenda,
      SimulatedNetwork<?> links,
      Clients clients,
      Chance chance,
      ObjIntConsumer<Object> happen) {
    this.nodes = nodes;
    this.faults = faults;
    this.churn = churn;
    this.agenda = agenda;
    this.links = links;
    this.clients = clients;
    this.chance = chance;
    this.happen = happen;
    this.halted = new boolean[nodes];
  }

  void start() {
    for (var fault : faults.scheduled()) {
      agenda.add(fault.at(), NO_PROCESS, new FaultEvent.Scheduled(fault));
    }
    for (var kind : FaultEvent.AtRandom.values()) {
      scheduleNext(0, kind);
    }
  }

  /** How many events of the agenda keep no run going: the random faults to come. */
  int background() {
    return background;
  }

  /** Whether a node can do nothing at present. */
  boolean halted(int node) {
    return halted[node];
  }

  boolean crashed(int node) {
    return crashed.get(node);
  }

  /** Whether a process takes no message from a peer, having been told of its crash. */
  boolean ignores(int node, int peer) {
    return halted[peer] && informed.getOrDefault(peer, NONE_INFORMED).get(node);
  }

  /** A node learns of a peer's crash. */
  void inform(int node, int peer) {
    informed.computeIfAbsent(peer, _ -> new BitSet()).set(node);
  }

  /** Keeps what happens to a paused node until it goes on. */
  void defer(int node, Object event) {
    deferred.computeIfAbsent(node, _ -> new ArrayDeque<>()).add(event);
  }

  /** What a paused node has missed so far, the oldest first. */
  Iterable<Object> deferred(int node) {
    return deferred.getOrDefault(node, new ArrayDeque<>());
  }

  /** Carries out a fault. */
  void strike(long now, FaultEvent event) {
    switch (event) {
      case FaultEvent.Scheduled(Fault.Crash(_, var node)) -> crash(now, node);
      case FaultEvent.Scheduled(Fault.Pause(_, var node, var length)) -> pause(now, node, length);
      case FaultEvent.Scheduled(Fault.Partition partition) -> split(partition);
      case FaultEvent.Heal(var partition) -> links.heal(partition);
      case FaultEvent.Resume(var node) -> resume(now, node);
      case FaultEvent.AtRandom kind -> {
        background--;
        strikeAtRandom(now, kind);
        scheduleNext(now, kind);
      }
    }
  }

  private void crash(long now, int node) {
    if (crashed(node)) {
      return;
    }
    crashed.set(node);
    halted[node] = true;
    pausedUntil.remove(node);
    clients.crash(now, node);
    catchUp(node);
    faults.detection().ifPresent(delay -> tellSurvivors(now, node, delay));
  }

  private void tellSurvivors(long now, int node, Delay delay) {
    for (int survivor = 0; survivor < nodes; survivor++) {
      if (!crashed(survivor)) {
        agenda.add(now + delay.sample(chance), survivor, new Excluded<>(node));
      }
    }
  }

  private void pause(long now, int node, long length) {
    if (!crashed(node)) {
      halted[node] = true;
      pausedUntil.merge(node, now + length, Math::max);
      agenda.add(now + length, NO_PROCESS, new FaultEvent.Resume(node));
    }
  }

  private void resume(long now, int node) {
    var until = pausedUntil.get(node);
    // Neither crashed meanwhile nor in another pause that lasts longer.
    if (until != null && until <= now) {
      pausedUntil.remove(node);
      halted[node] = false;
      catchUp(node);
    }
  }

  private void catchUp(int node) {
    var missed = deferred.remove(node);
    if (missed != null) {
      missed.forEach(event -> happen.accept(event, node));
    }
  }

  private void split(Fault.Partition partition) {
    links.split(partition);
    agenda.add(partition.until(), NO_PROCESS, new FaultEvent.Heal(partition));
  }

  private void scheduleNext(long now, FaultEvent.AtRandom kind) {
    double rate =
        switch (kind) {
          case CRASH -> mayCrash() ? faults.crashes().rate() : 0;
          case PAUSE -> faults.pauses().rate();
          case PARTITION -> faults.partitions().rate();
          case REPLACEMENT -> churn.rate();
        };
    if (rate > 0) {
      background++;
      // Never at the same moment again, so that time goes on however high the rate.
      agenda.add(now + 1 + (long) chance.exponential(1e9 / rate), NO_PROCESS, kind);
    }
  }

  private void strikeAtRandom(long now, FaultEvent.AtRandom kind) {
    switch (kind) {
      case CRASH -> {
        if (mayCrash()) {
          randomCrashes++;
          crash(now, anyProcessUp());
        }
      }
      case PAUSE -> {
        if (crashed.cardinality() < nodes) {
          pause(now, anyProcessUp(), faults.pauses().length().sample(chance));
        }
      }
      case PARTITION -> {
        var random = faults.partitions();
        long until = now + random.length().sample(chance);
        split(new Fault.Partition(now, until, anySide(), random.crossing()));
      }
      case REPLACEMENT -> replace(now);
    }
  }

  /** Nothing happens if no process can depart, join or introduce. */
  private void replace(long now) {
    int departing = anyProcess(node -> clients.settled(node) && !halted(node));
    int introducer =
        anyProcess(node -> node != departing && clients.settled(node) && !halted(node));
    int newcomer = anyProcess(node -> clients.outside(node) && !halted(node));
    if (departing == NO_PROCESS || introducer == NO_PROCESS || newcomer == NO_PROCESS) {
      return;
    }
    happen.accept(new Change.Join<>(now, newcomer, introducer), newcomer);
    happen.accept(new Change.Depart<>(now, departing), departing);
  }

  private int anyProcess(IntPredicate fits) {
    int start = (int) chance.below(nodes);
    for (int k = 0; k < nodes; k++) {
      int node = (start + k) % nodes;
      if (fits.test(node)) {
        return node;
      }
    }
    return NO_PROCESS;
  }

  private boolean mayCrash() {
    return randomCrashes < faults.crashes().most() && crashed.cardinality() < nodes - 1;
  }

  private int anyProcessUp() {
    int node;
    do {
      node = (int) chance.below(nodes);
    } while (crashed(node));
    return node;
  }

  private ProcessSet anySide() {
    var side = ProcessSet.EMPTY;
    for (int node = 0; node < nodes; node++) {
      if (chance.strikes(0.5)) {
        side = side.plus(node);
      }
    }
    return side;
  }
}
