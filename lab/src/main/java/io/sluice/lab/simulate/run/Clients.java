package io.sluice.lab.simulate.run;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.Waits;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The applications of all nodes. Each goes from thinking to waiting to inside and back, until it
 * has had its entries, or its node crashes or leaves the cluster: then it is gone.
 */
public final class Clients {

  /** What an application does of its own accord. */
  enum Move {
    ASK,
    LEAVE
  }

  /** An application may lose its patience, if it still waits for the same entry then. */
  record Impatience(int entry) {}

  private enum Membership {
    OUTSIDE,
    JOINING,
    MEMBER,
    LEAVING
  }

  private enum Phase {
    THINKING,
    WAITING,
    INSIDE,
    /** Never asks again. */
    GONE
  }

  private final Layout layout;
  private final Workload workload;
  private final Agenda agenda;
  private final Audit<?> audit;
  private final Chance chance;
  private final Phase[] phase;
  private final boolean[] retired;
  private final Membership[] membership;

  /** When a thinking application will ask. */
  private final long[] asksAt;

  private final Claim[] claim;
  private final long[] askedAt;
  private final int[] asked;
  private final Waits.Recorder waits = new Waits.Recorder();
  private long entries;
  private int waiting;

  /** How many are on their way into the cluster, or out of it. */
  private int inTransition;

  /** How many are not gone, or in transition. */
  private int active;

  Clients(Layout layout, Workload workload, Agenda agenda, Audit<?> audit, Chance chance) {
    this.layout = layout;
    this.workload = workload;
    this.agenda = agenda;
    this.audit = audit;
    this.chance = chance;
    int nodes = layout.size();
    this.phase = new Phase[nodes];
    this.retired = new boolean[nodes];
    this.membership = new Membership[nodes];
    this.asksAt = new long[nodes];
    this.claim = new Claim[nodes];
    this.askedAt = new long[nodes];
    this.asked = new int[nodes];
    Arrays.fill(claim, Claim.EXCLUSIVE);
  }

  /** Schedules everybody's first move. */
  void start() {
    var newcomers = layout.newcomers();
    for (int node = 0; node < phase.length; node++) {
      phase[node] = Phase.GONE;
      if (newcomers.contains(node)) {
        membership[node] = Membership.OUTSIDE;
        continue;
      }
      membership[node] = Membership.MEMBER;
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
    phase[node] = Phase.THINKING;
    asksAt[node] = until;
    agenda.add(until, node, Move.ASK);
  }

  /** Whether a node asks now; it does not if it has left the cluster since it made up its mind. */
  boolean asks(long now, int node) {
    return phase[node] == Phase.THINKING && asksAt[node] <= now;
  }

  /** A node begins to wait; returns what it asks for. */
  Claim ask(long now, int node) {
    var choices = workload.claims().apply(node);
    var chosen = choices.get(choices.size() == 1 ? 0 : (int) chance.below(choices.size()));
    phase[node] = Phase.WAITING;
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
    return phase[node] == Phase.WAITING && asked[node] == impatience.entry;
  }

  /** A node no longer wants what it waits for. */
  void withdraw(long now, int node) {
    stopWaiting(now, node);
    goOn(now, node);
  }

  /** A node asks no more; if it is inside, after that. */
  void retire(long now, int node) {
    retired[node] = true;
    switch (phase[node]) {
      case WAITING -> withdraw(now, node);
      case THINKING -> goOn(now, node);
      case INSIDE, GONE -> {}
    }
  }

  private void stopWaiting(long now, int node) {
    waiting--;
    audit.withdrew(now, node, claim[node]);
  }

  /** A node has been let out, or has given up: perhaps it will ask again. */
  private void goOn(long now, int node) {
    if (membership[node] == Membership.MEMBER && mayAsk(node)) {
      think(node, now + workload.think().apply(node).sample(chance));
    } else {
      phase[node] = Phase.GONE;
      active -= membership[node] == Membership.MEMBER ? 1 : 0;
    }
  }

  /** A node outside the cluster is told to join. */
  void toldToJoin(int node) {
    membership[node] = Membership.JOINING;
    inTransition++;
    active++;
  }

  /** A node has become a member. */
  void joined(long now, int node) {
    if (membership[node] != Membership.JOINING) {
      accuse(now, node, "unasked-membership", "joined without having been told to");
      return;
    }
    membership[node] = Membership.MEMBER;
    inTransition--;
    asked[node] = 0;
    audit.joined(now, node);
    goOn(now, node);
  }

  /** A member is told to leave the cluster. It waits no longer, but may still be inside. */
  void toldToLeave(long now, int node) {
    active += phase[node] == Phase.GONE ? 1 : 0;
    if (phase[node] == Phase.WAITING) {
      stopWaiting(now, node);
    }
    membership[node] = Membership.LEAVING;
    inTransition++;
    phase[node] = phase[node] == Phase.INSIDE ? Phase.INSIDE : Phase.GONE;
  }

  /** A node has ceased to be a member. */
  void departed(long now, int node) {
    if (membership[node] != Membership.LEAVING || phase[node] == Phase.INSIDE) {
      accuse(now, node, "unasked-membership", "departed without having been told to");
      return;
    }
    membership[node] = Membership.OUTSIDE;
    inTransition--;
    active--;
    audit.departed(now, node);
  }

  /** Whether a node is in the cluster and has not been told to leave. */
  boolean settled(int node) {
    return membership[node] == Membership.MEMBER;
  }

  boolean outside(int node) {
    return membership[node] == Membership.OUTSIDE;
  }

  boolean member(int node) {
    return membership[node] == Membership.MEMBER || membership[node] == Membership.LEAVING;
  }

  private void accuse(long now, int node, String rule, String what) {
    var finding = new Finding(new Verdict.Broken(rule), what);
    audit.report(Violation.of(finding.of(layout.name(node)), now, node));
  }

  /** A node is let in. */
  void enter(long now, int node, int unit, long fence) {
    if (phase[node] != Phase.WAITING) {
      accuse(now, node, "unasked-grant", "was let in without having asked");
      return;
    }
    if (claim[node].unit() != unit) {
      if (claim[node].unit() != Claim.ANY_UNIT) {
        accuse(now, node, "unasked-grant", "was given resource " + unit + " unasked");
        return;
      }
      claim[node] = claim[node].toUnit(unit);
    }
    phase[node] = Phase.INSIDE;
    waiting--;
    entries++;
    if (asked[node] > workload.unmeasured()) {
      waits.record(now - askedAt[node]);
    }
    agenda.add(now + workload.hold().sample(chance), node, Move.LEAVE);
    audit.entered(now, node, claim[node], fence);
  }

  /** A node goes out, and perhaps will ask again. */
  void leave(long now, int node) {
    audit.left(now, node, claim[node]);
    goOn(now, node);
  }

  /** A node's application ends with it. */
  void crash(long now, int node) {
    switch (phase[node]) {
      case WAITING -> waiting--;
      case INSIDE -> audit.left(now, node, claim[node]);
      case THINKING, GONE -> {}
    }
    boolean moving =
        membership[node] == Membership.JOINING || membership[node] == Membership.LEAVING;
    inTransition -= moving ? 1 : 0;
    active -= moving || phase[node] != Phase.GONE ? 1 : 0;
    phase[node] = Phase.GONE;
    membership[node] = Membership.OUTSIDE;
    audit.crashed(now, node);
  }

  /** Whether everybody is gone. */
  boolean done() {
    return active == 0;
  }

  /** Whether somebody waits to be let in, or to get into the cluster, or out of it. */
  boolean anyWaiting() {
    return waiting + inTransition > 0;
  }

  boolean waiting(int node) {
    return phase[node] == Phase.WAITING;
  }

  boolean inside(int node) {
    return phase[node] == Phase.INSIDE;
  }

  /** Those who wait for anything, in the order of their numbers. */
  List<Integer> allWaiting() {
    var all = new ArrayList<Integer>();
    for (int node = 0; node < phase.length; node++) {
      if (waiting(node)
          || membership[node] == Membership.JOINING
          || membership[node] == Membership.LEAVING) {
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
