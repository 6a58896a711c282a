package io.sluice.lab.simulate;

import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The applications of all nodes. Each goes from thinking to waiting to inside and back, until it
 * has had its entries or its node crashes: then it is gone.
 */
final class Clients {

  /** What an application does of its own accord. */
  enum Move {
    ASK,
    LEAVE
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
  private final Claim[] claim;
  private final long[] askedAt;
  private final int[] asked;
  private final Waits.Recorder waits = new Waits.Recorder();
  private long entries;
  private int waiting;

  /** How many are not gone. */
  private int active;

  Clients(Layout layout, Workload workload, Agenda agenda, Audit<?> audit, Chance chance) {
    this.layout = layout;
    this.workload = workload;
    this.agenda = agenda;
    this.audit = audit;
    this.chance = chance;
    int nodes = layout.size();
    this.phase = new Phase[nodes];
    this.claim = new Claim[nodes];
    this.askedAt = new long[nodes];
    this.asked = new int[nodes];
    Arrays.fill(claim, Claim.EXCLUSIVE);
  }

  /** Schedules everybody's first move. */
  void start() {
    for (int node = 0; node < phase.length; node++) {
      if (workload.entries() == 0 || !workload.asks().test(node)) {
        phase[node] = Phase.GONE;
        continue;
      }
      phase[node] = Phase.THINKING;
      active++;
      agenda.add(
          switch (workload.start()) {
            case Start.OverThinkTime() -> chance.below(workload.think().sample(chance));
            case Start.Within(var nanos) -> chance.below(nanos);
          },
          node,
          Move.ASK);
    }
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
    audit.asked(now, node, chosen);
    return chosen;
  }

  /** A node is let in. */
  void enter(long now, int node, long fence) {
    if (phase[node] != Phase.WAITING) {
      audit.report(
          new Violation(
              "invariant:unasked-grant",
              layout.name(node) + " was let in without having asked",
              now,
              List.of(node)));
      return;
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
    if (workload.entries() != Workload.UNLIMITED && asked[node] == workload.entries()) {
      phase[node] = Phase.GONE;
      active--;
    } else {
      phase[node] = Phase.THINKING;
      agenda.add(now + workload.think().sample(chance), node, Move.ASK);
    }
  }

  /** A node's application ends with it. */
  void crash(long now, int node) {
    switch (phase[node]) {
      case WAITING -> waiting--;
      case INSIDE -> audit.left(now, node, claim[node]);
      case THINKING, GONE -> {}
    }
    active -= phase[node] == Phase.GONE ? 0 : 1;
    phase[node] = Phase.GONE;
    audit.crashed(now, node);
  }

  /** Whether everybody is gone. */
  boolean done() {
    return active == 0;
  }

  boolean anyWaiting() {
    return waiting > 0;
  }

  boolean waiting(int node) {
    return phase[node] == Phase.WAITING;
  }

  boolean inside(int node) {
    return phase[node] == Phase.INSIDE;
  }

  /** Those who wait, in the order of their numbers. */
  List<Integer> allWaiting() {
    var all = new ArrayList<Integer>();
    for (int node = 0; node < phase.length; node++) {
      if (waiting(node)) {
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
