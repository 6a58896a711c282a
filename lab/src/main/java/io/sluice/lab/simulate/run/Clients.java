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
    RELEASE
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

  Clients(Layout layout, Workload workload, Agenda agenda, Audit<?> audit, Chance chance) {
    this.layout = layout;
    this.workload = workload;
    this.agenda = agenda;
    this.audit = audit;
    this.chance = chance;
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
    for (int node = 0; node < state.length; node++) {
      if (newcomers.contains(node)) {
        state[node] = ClientState.OUTSIDE;
        continue;
      }
      state[node] = ClientState.THINKING;
      if (mayAsk(node)) {
        active++;
        think(
            node,
            switch (workload.start()) {
              case Start.OverThinkTime() ->
                  chance.below(workload.think().apply(node).sample(chance));
              case Start.Within(var nanos) -> chance.below(nanos);
            });
      }
    }
  }

  private boolean mayAsk(int node) {
    return !retired[node]
        && workload.asks().test(node)
        && !workload.claims().apply(node).isEmpty()
        && (workload.entries() == Workload.UNLIMITED || asked[node] < workload.entries());
  }

  private void think(int node, long until) {
    asksAt[node] = until;
    agenda.add(until, node, Move.ASK);
  }

  /** Whether a process asks now; it does not if it has departed since that was scheduled. */
  boolean asks(long now, int node) {
    return state[node] == ClientState.THINKING && asksAt[node] <= now;
  }

  /** A node begins to wait; returns what it asks for. */
  Claim ask(long now, int node) {
    var choices = workload.claims().apply(node);
    var chosen = choices.get(choices.size() == 1 ? 0 : (int) chance.below(choices.size()));
    state[node] = state[node].after(Action.ASK);
    claim[node] = chosen;
    askedAt[node] = now;
    asked[node]++;
    waiting++;
    if (workload.patience().isPresent()) {
      agenda.add(now + workload.patience().get().sample(chance), node, new Impatience(asked[node]));
    }
    audit.asked(now, node, chosen);
    return chosen;
  }

  /** Whether a node has lost its patience. */
  boolean givesUp(int node, Impatience impatience) {
    return waiting(node) && asked[node] == impatience.entry;
  }

  /** A node no longer wants what it waits for. */
  void withdraw(long now, int node) {
    stopWaiting(now, node);
    state[node] = state[node].after(Action.WITHDRAW);
    goOn(now, node);
  }

  /** A node asks no more; if it is inside, after that. */
  void retire(long now, int node) {
    retired[node] = true;
    if (waiting(node)) {
      withdraw(now, node);
    } else if (state[node] == ClientState.THINKING && isActive(node)) {
      goOn(now, node);
    }
  }

  private void stopWaiting(long now, int node) {
    waiting--;
    audit.withdrew(now, node, claim[node]);
  }

  /** A process has released or withdrawn: it will ask again if it is a member and may. */
  private void goOn(long now, int node) {
    if (settled(node) && mayAsk(node)) {
      think(node, now + workload.think().apply(node).sample(chance));
    } else {
      asksAt[node] = NEVER;
      active -= settled(node) ? 1 : 0;
    }
  }

  /** Whether a client waits, is inside, will ask, or was told to join or to depart. */
  private boolean isActive(int node) {
    return state[node].isInTransition()
        || state[node].isInside()
        || waiting(node)
        || (state[node] == ClientState.THINKING && asksAt[node] != NEVER);
  }

  /** A process outside the cluster is told to join. */
  void toldToJoin(int node) {
    state[node] = state[node].after(Action.JOIN);
    inTransition++;
    active++;
  }

  /** A process has become a member. */
  void joined(long now, int node) {
    if (!permits(now, node, Action.JOINED)) {
      return;
    }
    state[node] = state[node].after(Action.JOINED);
    inTransition--;
    asked[node] = 0;
    audit.joined(now, node);
    goOn(now, node);
  }

  /** A member is told to depart. It waits no longer, but may still be inside. */
  void toldToDepart(long now, int node) {
    active += isActive(node) ? 0 : 1;
    if (waiting(node)) {
      stopWaiting(now, node);
    }
    state[node] = state[node].after(Action.DEPART);
    asksAt[node] = NEVER;
    inTransition++;
  }

  /** A process has ceased to be a member. */
  void departed(long now, int node) {
    if (!permits(now, node, Action.DEPARTED)) {
      return;
    }
    state[node] = state[node].after(Action.DEPARTED);
    inTransition--;
    active--;
    audit.departed(now, node);
  }

  /** Whether a process is a member and was not told to depart. */
  boolean settled(int node) {
    return state[node].isSettled();
  }

  boolean outside(int node) {
    return state[node].permits(Action.JOIN);
  }

  boolean member(int node) {
    return state[node].isMember();
  }

  /** Whether the protocol may do this to a client; reports a violation if not. */
  private boolean permits(long now, int node, Action action) {
    boolean legal = state[node].permits(action);
    if (!legal) {
      accuse(now, node, state[node].objection(action));
    }
    return legal;
  }

  private void accuse(long now, int node, Finding finding) {
    audit.report(Violation.of(finding.of(layout.name(node)), now, node));
  }

  /** A process is let in. */
  void enter(long now, int node, int unit, long fence) {
    if (!permits(now, node, Action.GRANTED)) {
      return;
    }
    if (claim[node].unit() != unit) {
      if (claim[node].unit() != Claim.ANY_UNIT) {
        accuse(now, node, ClientState.wrongUnit(unit, claim[node].unit()));
        return;
      }
      claim[node] = claim[node].toUnit(unit);
    }
    state[node] = state[node].after(Action.GRANTED);
    waiting--;
    entries++;
    if (asked[node] > workload.unmeasured()) {
      waits.record(now - askedAt[node]);
    }
    agenda.add(now + workload.hold().sample(chance), node, Move.RELEASE);
    audit.entered(now, node, claim[node], fence);
  }

  /** A process releases, and perhaps will ask again. */
  void release(long now, int node) {
    audit.left(now, node, claim[node]);
    state[node] = state[node].after(Action.RELEASE);
    goOn(now, node);
  }

  /** The application of a process ends with it. */
  void crash(long now, int node) {
    waiting -= waiting(node) ? 1 : 0;
    inTransition -= state[node].isInTransition() ? 1 : 0;
    active -= isActive(node) ? 1 : 0;
    if (inside(node)) {
      audit.left(now, node, claim[node]);
    }
    state[node] = state[node].after(Action.CRASH);
    audit.crashed(now, node);
  }

  /** Whether no client has anything left to do. */
  boolean done() {
    return active == 0;
  }

  /** Whether a client waits to be let in, to join or to depart. */
  boolean anyWaiting() {
    return waiting + inTransition > 0;
  }

  boolean waiting(int node) {
    return state[node] == ClientState.WAITING;
  }

  boolean inside(int node) {
    return state[node].isInside();
  }

  /** The processes that wait to be let in, to join or to depart, in the order of their numbers. */
  List<Integer> allWaiting() {
    var all = new ArrayList<Integer>();
    for (int node = 0; node < state.length; node++) {
      if (waiting(node) || state[node].isInTransition()) {
        all.add(node);
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
