package io.sluice.lab.simulate.run;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.client.ClientState.Action;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.Waits;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The applications of all processes. Each follows the {@link ClientState} machine: it thinks,
 * waits, is inside and thinks again, until it has had its entries, or its process departs or
 * crashes.
 */
final class Clients {

  /** What an application does of its own accord. */
  enum Move {
    ASK,
    RELEASE,
    /** Departs at once, although it is inside. */
    DESTROY
  }

  /** An application may lose its patience, if it still waits for the same entry then. */
  record Impatience(int entry) {}

  /** The time at which a client asks that will not ask again. */
  private static final long NEVER = Long.MAX_VALUE;

  private final Layout layout;
  private final Workload workload;
  private final Agenda agenda;
  private final Audit<?> audit;
  private final Chance chance;
  private final Stays stays;
  private final ClientState[] state;
  private final boolean[] retired;

  /** When a thinking application will ask, or {@link #NEVER}. */
  private final long[] asksAt;

  private final Claim[] claim;
  private final long[] askedAt;
  private final int[] asked;
  private final Waits.Recorder waits = new Waits.Recorder();
  private long entries;
  private int waiting;

  /** How many were told to join or to depart, and have not done so yet. */
  private int inTransition;

  /** How many have something left to do: see {@link #isActive}. */
  private int active;

  Clients(
      Layout layout, Workload workload, Agenda agenda, Audit<?> audit, Chance chance, Stays stays) {
    this.layout = layout;
    this.workload = workload;
    this.agenda = agenda;
    this.audit = audit;
    this.chance = chance;
    this.stays = stays;
    int n = layout.size();
    this.state = new ClientState[n];
    this.retired = new boolean[n];
    this.asksAt = new long[n];
    this.claim = new Claim[n];
    this.askedAt = new long[n];
    this.asked = new int[n];
    Arrays.fill(asksAt, NEVER);
    Arrays.fill(claim, Claim.EXCLUSIVE);
  }

  /** Schedules the first move of each member. */
  void start() {
    var newcomers = layout.newcomers();
    for (int process = 0; process < state.length; process++) {
      if (newcomers.contains(process)) {
        state[process] = ClientState.OUTSIDE;
        continue;
      }
      state[process] = ClientState.THINKING;
      if (mayAsk(process)) {
        active++;
        think(
            process,
            switch (workload.start()) {
              case Start.OverThinkTime() ->
                  chance.below(workload.think().apply(process).sample(chance));
              case Start.Within(var nanos) -> chance.below(nanos);
            });
      }
    }
  }

  private boolean mayAsk(int process) {
    return !retired[process]
        && workload.asks().test(process)
        && !workload.claims().apply(process).isEmpty()
        && (workload.entries() == Workload.UNLIMITED || asked[process] < workload.entries());
  }

  private void think(int process, long until) {
    asksAt[process] = until;
    agenda.add(until, process, Move.ASK);
  }

  /** Whether a process asks now; it does not if it has departed since that was scheduled. */
  boolean asks(long now, int process) {
    return state[process] == ClientState.THINKING && asksAt[process] <= now;
  }

  /** A process begins to wait; returns what it asks for. */
  Claim ask(long now, int process) {
    var choices = workload.claims().apply(process);
    var chosen = choices.get(choices.size() == 1 ? 0 : (int) chance.below(choices.size()));
    state[process] = state[process].after(Action.ASK);
    claim[process] = chosen;
    askedAt[process] = now;
    asked[process]++;
    waiting++;
    if (workload.patience().isPresent()) {
      agenda.add(
          now + workload.patience().get().sample(chance), process, new Impatience(asked[process]));
    }
    audit.asked(now, process, chosen);
    stays.asked(now, process);
    return chosen;
  }

  /** Whether a process has lost its patience. */
  boolean givesUp(int process, Impatience impatience) {
    return waiting(process) && asked[process] == impatience.entry;
  }

  /** A process no longer wants what it waits for. */
  void withdraw(long now, int process) {
    stopWaiting(now, process);
    state[process] = state[process].after(Action.WITHDRAW);
    goOn(now, process);
  }

  /** A process asks no more; if it is inside, after that. */
  void retire(long now, int process) {
    retired[process] = true;
    if (waiting(process)) {
      withdraw(now, process);
    } else if (state[process] == ClientState.THINKING && isActive(process)) {
      goOn(now, process);
    }
  }

  private void stopWaiting(long now, int process) {
    waiting--;
    audit.withdrew(now, process, claim[process]);
  }

  /** A process has released or withdrawn: it will ask again if it is a member and may. */
  private void goOn(long now, int process) {
    if (settled(process) && mayAsk(process)) {
      think(process, now + workload.think().apply(process).sample(chance));
    } else {
      asksAt[process] = NEVER;
      active -= settled(process) ? 1 : 0;
    }
  }

  /** Whether a client waits, is inside, will ask, or was told to join or to depart. */
  private boolean isActive(int process) {
    return state[process].isInTransition()
        || state[process].isInside()
        || waiting(process)
        || (state[process] == ClientState.THINKING && asksAt[process] != NEVER);
  }

  /** A process outside the cluster is told to join. */
  void toldToJoin(int process) {
    state[process] = state[process].after(Action.JOIN);
    inTransition++;
    active++;
  }

  /** A process has become a member. */
  void joined(long now, int process) {
    if (!permits(now, process, Action.JOINED)) {
      return;
    }
    state[process] = state[process].after(Action.JOINED);
    inTransition--;
    asked[process] = 0;
    audit.joined(now, process);
    goOn(now, process);
  }

  /** A member is told to depart. It waits no longer, but may still be inside. */
  void toldToDepart(long now, int process) {
    active += isActive(process) ? 0 : 1;
    if (waiting(process)) {
      stopWaiting(now, process);
    }
    state[process] = state[process].after(Action.DEPART);
    asksAt[process] = NEVER;
    inTransition++;
  }

  /** A process has ceased to be a member. */
  void departed(long now, int process) {
    if (!permits(now, process, Action.DEPARTED)) {
      return;
    }
    state[process] = state[process].after(Action.DEPARTED);
    inTransition--;
    active--;
    audit.departed(now, process);
  }

  /** Whether a process is a member and was not told to depart. */
  boolean settled(int process) {
    return state[process].isSettled();
  }

  boolean outside(int process) {
    return state[process].permits(Action.JOIN);
  }

  boolean member(int process) {
    return state[process].isMember();
  }

  /** Whether the protocol may do this to a client; reports a violation if not. */
  private boolean permits(long now, int process, Action action) {
    boolean legal = state[process].permits(action);
    if (!legal) {
      accuse(now, process, state[process].objection(action));
    }
    return legal;
  }

  private void accuse(long now, int process, Finding finding) {
    audit.report(Violation.of(finding.of(layout.name(process)), now, process));
  }

  /** A process is let in. */
  void enter(long now, int process, int unit, long fence) {
    if (!permits(now, process, Action.GRANTED)) {
      return;
    }
    if (claim[process].unit() != unit) {
      if (claim[process].unit() != Claim.ANY_UNIT) {
        accuse(now, process, ClientState.wrongUnit(unit, claim[process].unit()));
        return;
      }
      claim[process] = claim[process].toUnit(unit);
    }
    state[process] = state[process].after(Action.GRANTED);
    waiting--;
    entries++;
    if (asked[process] > workload.unmeasured()) {
      waits.record(now - askedAt[process]);
    }
    audit.entered(now, process, claim[process], fence);
    stays.granted(now, process, claim[process]);
  }

  /** A process releases, and perhaps will ask again. */
  void release(long now, int process) {
    audit.released(now, process, claim[process]);
    stays.released(now, process, claim[process]);
    state[process] = state[process].after(Action.RELEASE);
    goOn(now, process);
  }

  /** The application of a process ends with it. */
  void crash(long now, int process) {
    waiting -= waiting(process) ? 1 : 0;
    inTransition -= state[process].isInTransition() ? 1 : 0;
    active -= isActive(process) ? 1 : 0;
    if (inside(process)) {
      audit.released(now, process, claim[process]);
    }
    state[process] = state[process].after(Action.CRASH);
    audit.crashed(now, process);
  }

  /** Whether no client has anything left to do. */
  boolean done() {
    return active == 0;
  }

  /** Whether a client waits to be let in, to join or to depart. */
  boolean anyWaiting() {
    return waiting + inTransition > 0;
  }

  boolean waiting(int process) {
    return state[process] == ClientState.WAITING;
  }

  boolean inside(int process) {
    return state[process].isInside();
  }

  /** The processes that wait to be let in, to join or to depart, in the order of their numbers. */
  List<Integer> allWaiting() {
    var all = new ArrayList<Integer>();
    for (int process = 0; process < state.length; process++) {
      if (waiting(process) || state[process].isInTransition()) {
        all.add(process);
      }
    }
    return all;
  }

  /** How many entries there have been. */
  long entries() {
    return entries;
  }

  Waits waits() {
    return waits.result();
  }
}
