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

  /** On the agenda, the process of what happens to no process in particular. */
  static final int NO_PROCESS = -1;

  /** A fault, or the end of one, on the agenda. */
  sealed interface FaultEvent {
    record Scheduled(Fault fault) implements FaultEvent {}

    record Resume(int process) implements FaultEvent {}

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

  private final int size;
  private final Faults faults;
  private final Churn churn;
  private final Agenda agenda;
  private final SimulatedNetwork<?> links;
  private final Clients clients;
  private final Chance chance;

  /** Lets something happen to a process now. */
  private final ObjIntConsumer<Object> happen;

  /** Paused or crashed; kept apart from the rest because it is asked of every event. */
  private final boolean[] halted;

  private final BitSet crashed = new BitSet();
  private final Map<Integer, Long> pausedUntil = new HashMap<>();
  private final Map<Integer, Queue<Object>> deferred = new HashMap<>();

  /** For each crashed process the survivors that know. */
  private final Map<Integer, BitSet> informed = new HashMap<>();

  private int randomCrashes;
  private int background;

  FaultInjector(
      int size,
      Faults faults,
      Churn churn,
      Agenda agenda,
      SimulatedNetwork<?> links,
      Clients clients,
      Chance chance,
      ObjIntConsumer<Object> happen) {
    this.size = size;
    this.faults = faults;
    this.churn = churn;
    this.agenda = agenda;
    this.links = links;
    this.clients = clients;
    this.chance = chance;
    this.happen = happen;
    this.halted = new boolean[size];
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

  /** Whether a process can do nothing at present. */
  boolean halted(int process) {
    return halted[process];
  }

  boolean crashed(int process) {
    return crashed.get(process);
  }

  /** Whether a process takes no message from a peer, having been told of its crash. */
  boolean ignores(int process, int peer) {
    return halted[peer] && informed.getOrDefault(peer, NONE_INFORMED).get(process);
  }

  /** A process learns of a peer's crash. */
  void inform(int process, int peer) {
    informed.computeIfAbsent(peer, _ -> new BitSet()).set(process);
  }

  /** Keeps what happens to a paused process until it goes on. */
  void defer(int process, Object event) {
    deferred.computeIfAbsent(process, _ -> new ArrayDeque<>()).add(event);
  }

  /** What a paused process has missed so far, the oldest first. */
  Iterable<Object> deferred(int process) {
    return deferred.getOrDefault(process, new ArrayDeque<>());
  }

  /** Carries out a fault. */
  void strike(long now, FaultEvent event) {
    switch (event) {
      case FaultEvent.Scheduled(Fault.Crash(_, var process)) -> crash(now, process);
      case FaultEvent.Scheduled(Fault.Pause(_, var process, var length)) ->
          pause(now, process, length);
      case FaultEvent.Scheduled(Fault.Partition partition) -> split(partition);
      case FaultEvent.Heal(var partition) -> links.heal(partition);
      case FaultEvent.Resume(var process) -> resume(now, process);
      case FaultEvent.AtRandom kind -> {
        background--;
        strikeAtRandom(now, kind);
        scheduleNext(now, kind);
      }
    }
  }

  private void crash(long now, int process) {
    if (crashed(process)) {
      return;
    }
    crashed.set(process);
    halted[process] = true;
    pausedUntil.remove(process);
    clients.crash(now, process);
    catchUp(process);
    faults.detection().ifPresent(delay -> tellSurvivors(now, process, delay));
  }

  private void tellSurvivors(long now, int process, Delay delay) {
    for (int survivor = 0; survivor < size; survivor++) {
      if (!crashed(survivor)) {
        agenda.add(now + delay.sample(chance), survivor, new Excluded<>(process));
      }
    }
  }

  private void pause(long now, int process, long length) {
    if (!crashed(process)) {
      halted[process] = true;
      pausedUntil.merge(process, now + length, Math::max);
      agenda.add(now + length, NO_PROCESS, new FaultEvent.Resume(process));
    }
  }

  private void resume(long now, int process) {
    var until = pausedUntil.get(process);
    // Neither crashed meanwhile nor in another pause that lasts longer.
    if (until != null && until <= now) {
      pausedUntil.remove(process);
      halted[process] = false;
      catchUp(process);
    }
  }

  private void catchUp(int process) {
    var missed = deferred.remove(process);
    if (missed != null) {
      missed.forEach(event -> happen.accept(event, process));
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
        if (crashed.cardinality() < size) {
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
    int departing = anyProcess(process -> clients.settled(process) && !halted(process));
    int introducer =
        anyProcess(process -> process != departing && clients.settled(process) && !halted(process));
    int newcomer = anyProcess(process -> clients.outside(process) && !halted(process));
    if (departing == NO_PROCESS || introducer == NO_PROCESS || newcomer == NO_PROCESS) {
      return;
    }
    happen.accept(new Change.Join<>(now, newcomer, introducer), newcomer);
    happen.accept(new Change.Depart<>(now, departing), departing);
  }

  private int anyProcess(IntPredicate fits) {
    int start = (int) chance.below(size);
    for (int k = 0; k < size; k++) {
      int process = (start + k) % size;
      if (fits.test(process)) {
        return process;
      }
    }
    return NO_PROCESS;
  }

  private boolean mayCrash() {
    return randomCrashes < faults.crashes().most() && crashed.cardinality() < size - 1;
  }

  private int anyProcessUp() {
    int process;
    do {
      process = (int) chance.below(size);
    } while (crashed(process));
    return process;
  }

  private ProcessSet anySide() {
    var side = ProcessSet.EMPTY;
    for (int process = 0; process < size; process++) {
      if (chance.strikes(0.5)) {
        side = side.plus(process);
      }
    }
    return side;
  }
}
