package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Era.Reported;
import io.sluice.protocol.mobile.Message.Deal;
import io.sluice.protocol.mobile.Message.Next;
import io.sluice.protocol.mobile.Message.Report;
import io.sluice.protocol.mobile.Queueing.Open;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.Queueing.Phase.In;
import io.sluice.protocol.mobile.State.Presence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * A fresh tree and a fresh queue for the survivors, made of their reports.
 *
 * <p>Processes inside stay inside, and the lowest-numbered of them is the manager. Waiting
 * processes keep their order as far as the reports tell it; requests that had not reached the queue
 * come last. If a survivor reports the token, it continues; otherwise there is a new one.
 */
final class RecoveryPlan {

  private final Map<Integer, Report> reports = new HashMap<>();
  private final List<Integer> members = new ArrayList<>();
  private final List<Integer> inside = new ArrayList<>();
  private final List<Integer> waiting;
  private final Token token;
  private final Balancing balancing;

  /**
   * @param renewed the token if it is lost
   */
  RecoveryPlan(List<Reported> all, Token renewed, Balancing balancing) {
    this.balancing = balancing;
    for (var reported : all) {
      reports.put(reported.by(), reported.report());
      if (staysMember(reported.report())) {
        members.add(reported.by());
      }
      if (reported.report().queue().phase() instanceof In) {
        inside.add(reported.by());
      }
    }
    this.waiting = new ArrayList<>(inOrder());
    this.token =
        all.stream()
            .flatMap(reported -> reported.report().queue().open().stream())
            .map(Open::token)
            .findFirst()
            .orElse(renewed);
  }

  /**
   * Newcomers become members at the same time; and a process that was about to depart has departed,
   * unless it is inside.
   */
  private static boolean staysMember(Report report) {
    return switch (report.presence()) {
      case Presence.Member() -> true;
      case Presence.Joining() -> true;
      case Presence.Departing(), Presence.Quitting() -> report.queue().phase() instanceof In;
      case Presence.Stranger(), Presence.Departed(_) -> false;
    };
  }

  private Report report(int node) {
    return Optional.ofNullable(reports.get(node)).orElseThrow();
  }

  private String room(int waiter) {
    return report(waiter).queue().wants().orElseThrow();
  }

  /**
   * The waiting processes: from the manager's next on, then from each whose predecessor is gone.
   */
  private SequencedSet<Integer> inOrder() {
    var behind = new HashMap<Integer, Integer>();
    var starts = new ArrayList<Integer>();
    for (int node : members) {
      var q = report(node).queue();
      q.open().flatMap(Open::next).map(Next::asker).ifPresent(starts::add);
      if (q.phase() instanceof Asking(_, _, var next, _)) {
        next.map(Next::asker).ifPresent(asker -> behind.put(node, asker));
      }
    }
    members.stream()
        .filter(node -> isQueued(node) && !behind.containsValue(node))
        .forEach(starts::add);
    var order = new LinkedHashSet<Integer>();
    for (int start : starts) {
      for (var at = Optional.of(start); at.isPresent() && order.add(at.get()); ) {
        at = Optional.ofNullable(behind.get(at.get()));
      }
    }
    order.addAll(members);
    order.removeIf(node -> !reports.containsKey(node) || report(node).queue().wants().isEmpty());
    return order;
  }

  private boolean isQueued(int node) {
    return report(node).queue().phase() instanceof Asking asking
        && asking.predecessor().isPresent();
  }

  /** The end of the queue, which is therefore the root. */
  private int tail() {
    return !waiting.isEmpty()
        ? waiting.getLast()
        : !inside.isEmpty() ? inside.getFirst() : members.getFirst();
  }

  /** What each process is dealt. */
  Map<Integer, Deal> all() {
    var deals = new HashMap<Integer, Deal>();
    if (members.isEmpty()) {
      reports.keySet().forEach(node -> deals.put(node, Deal.nothing(node)));
      return deals;
    }
    int root = tail();
    var inOrder = new ArrayList<>(List.of(root));
    members.stream().filter(node -> node != root).forEach(inOrder::add);
    var shape = new Complete(inOrder.size(), balancing, inOrder::get);
    reports.keySet().forEach(node -> deals.put(node, Deal.nothing(root)));
    for (int number = 0; number < inOrder.size(); number++) {
      int node = inOrder.get(number);
      boolean first = inside.isEmpty() && !waiting.isEmpty() && waiting.getFirst() == node;
      deals.put(
          node,
          new Deal(
              root,
              Optional.of(shape.place(number, Optional.empty())),
              queue(node),
              first ? Optional.of(token) : Optional.empty()));
    }
    return deals;
  }

  private Queueing queue(@ProcessId int node) {
    int position = waiting.indexOf(node);
    if (position >= 0) {
      int before = position > 0 ? waiting.get(position - 1) : inside.isEmpty() ? node : manager();
      return Queueing.NONE.with(
          new Asking(room(node), Optional.of(before), next(position + 1), false));
    }
    var q =
        Queueing.NONE.with(
            report(node).queue().phase() instanceof In(var room, _)
                ? new In(room, manager())
                : Queueing.OUT);
    boolean rests = inside.isEmpty() && waiting.isEmpty() && node == tail();
    if (rests) {
      q = q.with(Open.resting(token));
    } else if (!inside.isEmpty() && node == manager()) {
      var room = ((In) report(node).queue().phase()).room();
      q = q.with(new Open(room, token, inside.size(), next(0), 0));
    }
    return waiting.isEmpty() && node == tail() ? q.withLast(Optional.of(node)) : q;
  }

  private int manager() {
    return inside.getFirst();
  }

  private Optional<Next> next(int position) {
    return position < waiting.size()
        ? Optional.of(new Next(waiting.get(position), room(waiting.get(position))))
        : Optional.empty();
  }
}
