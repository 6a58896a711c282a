package io.sluice.protocol.rendezvous;

import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One process's copy of a {@link Tally}, in one view after the other. All copies make the same
 * changes in the same order.
 *
 * <p>In a view, the first member puts the changes in order and tells all members of each. A change
 * is applied when every member of the view has it. So whatever has been applied anywhere is known
 * to every member of the next view. That view begins with a report of each member to all others;
 * the longest of the logs goes on, and what members have asked for that is not in it is submitted
 * again. Nothing is lost or made twice, whichever members crash.
 *
 * <p>Costs 3(n-1) messages for each change, one more at members other than the first, and n(n-1)
 * for each view. Needs reliable channels in the order of sending, and views as live nodes have
 * them: a message of an earlier view is dropped, one of a later view waits.
 *
 * <p>Legal transitions of {@link Phase}: NEW to REPORTING to OPEN, and to NEW with the next view.
 */
public final class Replica {

  /** What the members tell each other. */
  public sealed interface Message {

    /**
     * This is what I know from earlier views.
     *
     * @param node the node that this process belongs to
     * @param index how many changes it has applied
     * @param tally what they have led to
     * @param log the changes after those that it knows of
     */
    record Report(long node, long index, Tally tally, List<Change> log) implements Message {
      public Report {
        log = List.copyOf(log);
      }

      long end() {
        return index + log.size();
      }
    }

    /** To the first member: put this change in order. */
    record Submit(Change change) implements Message {}

    /** From the first member: this is the next change. */
    record Append(Change change) implements Message {}

    /** To the first member: I have all changes up to this one. */
    record Ack(long end) implements Message {}

    /** From the first member: all members have the changes up to this one. */
    record Stable(long index) implements Message {}
  }

  /** How far a process is in a view. */
  public enum Phase {
    /** It has sent nothing yet. */
    NEW,
    /** It has sent its report, and not yet heard those of all members. */
    REPORTING,
    /** It knows the common log. */
    OPEN
  }

  /** A member's report. */
  public record Heard(int from, Message.Report report) {}

  /** How many changes a member has. */
  public record Acked(int from, long end) {}

  /**
   * @param members of the view, this process included
   * @param node the node that this process belongs to
   * @param index how many changes have been applied here
   * @param tally what they have led to
   * @param log the changes after those, in their order
   * @param own what has been asked for here and not been applied
   * @param heard the reports that have come
   * @param ahead the changes that came before the view was open here
   * @param acks at the first member: what the others have
   */
  public record State(
      ProcessSet members,
      long node,
      Phase phase,
      long index,
      Tally tally,
      List<Change> log,
      List<Change> own,
      List<Heard> heard,
      List<Change> ahead,
      List<Acked> acks) {

    public State {
      log = List.copyOf(log);
      own = List.copyOf(own);
      heard = List.copyOf(heard);
      ahead = List.copyOf(ahead);
      acks = List.copyOf(acks);
    }

    /** A process that knows nothing. */
    public static State first(ProcessSet members, long node) {
      return new State(
          members,
          node,
          Phase.NEW,
          0,
          Tally.NONE,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());
    }

    /** What invariants see of a process that has crashed. */
    static State remembered(State initial, long index, Tally tally) {
      return initial.having(index, tally, List.of());
    }

    /** The same knowledge in the next view. */
    State in(ProcessSet next, long nodeThen) {
      return new State(
          next, nodeThen, Phase.NEW, index, tally, log, own, List.of(), List.of(), List.of());
    }

    /** Whether there is anything to tell the members of a next view. */
    public boolean knowsAnything() {
      return end() > 0 || !own.isEmpty();
    }

    /** How many changes it has, applied or not. */
    long end() {
      return index + log.size();
    }

    private State being(Phase other) {
      return new State(members, node, other, index, tally, log, own, heard, ahead, acks);
    }

    private State having(long appliedNow, Tally tallyNow, List<Change> logNow) {
      return new State(members, node, phase, appliedNow, tallyNow, logNow, own, heard, ahead, acks);
    }

    /** The same, but these are what has been asked for here and not been applied. */
    public State asking(List<Change> ownNow) {
      return new State(members, node, phase, index, tally, log, ownNow, heard, ahead, acks);
    }

    private State hearing(List<Heard> heardNow, List<Change> aheadNow) {
      return new State(members, node, phase, index, tally, log, own, heardNow, aheadNow, acks);
    }

    private State acked(int from, long end) {
      var others = new ArrayList<>(acks.stream().filter(each -> each.from != from).toList());
      others.add(new Acked(from, end));
      others.sort(Comparator.comparingInt(Acked::from));
      return new State(members, node, phase, index, tally, log, own, heard, ahead, others);
    }
  }

  /** What a step does. */
  public interface Effects {
    void send(int to, Message message);

    /** Every member has the change, and it has been applied here. */
    void applied(Change change, Optional<Outcome> decided);
  }

  private final int self;
  private final Rule rule;

  public Replica(int self, Rule rule) {
    this.self = self;
    this.rule = rule;
  }

  /**
   * Enters the next view.
   *
   * @param node the node that this process belongs to in that view
   */
  public State enter(State s, ProcessSet members, long node, Effects out) {
    var next = s.in(members, node);
    return next.knowsAnything() ? begin(next, out) : next;
  }

  /** The application at this process asks for a change. */
  public State ask(State s, Change change, Effects out) {
    var begun = begin(s, out);
    var asking = begun.asking(plus(begun.own, change));
    return asking.phase == Phase.OPEN ? submit(asking, change, out) : asking;
  }

  /** Reports to the other members, unless it has. */
  public State begin(State s, Effects out) {
    if (s.phase != Phase.NEW) {
      return s;
    }
    var report = new Message.Report(s.node, s.index, s.tally, s.log);
    others(s).forEach(peer -> out.send(peer, report));
    return hear(s.being(Phase.REPORTING), self, report, out);
  }

  /** A message of this view has arrived. */
  public State receive(State state, int from, Message message, Effects out) {
    var s = begin(state, out);
    return switch (message) {
      case Message.Report report -> hear(s, from, report, out);
      case Message.Submit(var change) ->
          s.phase == Phase.OPEN ? order(s, change, out) : waiting(s, change);
      case Message.Append(var change) ->
          s.phase == Phase.OPEN ? acknowledge(append(s, change), out) : waiting(s, change);
      case Message.Ack(long end) -> settle(s.acked(from, end), out);
      case Message.Stable(long index) -> apply(s, index, out);
    };
  }

  private ProcessSet others(State s) {
    return s.members.minus(self);
  }

  private static int first(State s) {
    return s.members.least();
  }

  private static State waiting(State s, Change change) {
    return s.hearing(s.heard, plus(s.ahead, change));
  }

  private State hear(State s, int from, Message.Report report, Effects out) {
    var heard = new ArrayList<>(s.heard);
    heard.add(new Heard(from, report));
    heard.sort(Comparator.comparingInt(Heard::from));
    return heard.size() == s.members.size()
        ? open(s.hearing(List.of(), s.ahead), heard, out)
        : s.hearing(heard, s.ahead);
  }

  /** All members have reported: the longest log goes on, for each member alike. */
  private State open(State s, List<Heard> heard, Effects out) {
    var longest =
        heard.stream()
            .map(Heard::report)
            .max(Comparator.comparingLong(Message.Report::end))
            .orElseThrow();
    var nodes = heard.stream().map(each -> each.report.node).toList();
    var early = s.ahead;
    var next = append(adopt(s, longest), new Change.Begin(nodes)).hearing(List.of(), List.of());
    next = next.being(Phase.OPEN);
    if (first(s) == self) {
      next = settle(next, out);
      for (Change change : early) {
        next = order(next, change, out);
      }
    } else {
      for (Change change : early) {
        next = append(next, change);
      }
      acknowledge(next, out);
    }
    for (Change change : List.copyOf(next.own)) {
      if (!next.log.contains(change)) {
        next = submit(next, change, out);
      }
    }
    return next;
  }

  /** A member that has acknowledged changes has all that have been applied; others take over. */
  private static State adopt(State s, Message.Report longest) {
    if (s.end() < longest.index) {
      return s.having(longest.index, longest.tally, longest.log);
    }
    int known = (int) (s.end() - longest.index);
    var log = new ArrayList<>(s.log);
    log.addAll(longest.log.subList(known, longest.log.size()));
    return s.having(s.index, s.tally, log);
  }

  private State submit(State s, Change change, Effects out) {
    if (first(s) == self) {
      return order(s, change, out);
    }
    out.send(first(s), new Message.Submit(change));
    return s;
  }

  private State order(State s, Change change, Effects out) {
    others(s).forEach(peer -> out.send(peer, new Message.Append(change)));
    return settle(append(s, change), out);
  }

  private static State append(State s, Change change) {
    return s.having(s.index, s.tally, plus(s.log, change));
  }

  private State acknowledge(State s, Effects out) {
    out.send(first(s), new Message.Ack(s.end()));
    return s;
  }

  /** At the first member: applies what all members have, and tells them so. */
  private State settle(State s, Effects out) {
    if (s.phase != Phase.OPEN) {
      return s;
    }
    long least = s.end();
    if (s.acks.size() < s.members.size() - 1) {
      return s;
    }
    for (Acked each : s.acks) {
      least = Math.min(least, each.end);
    }
    if (least <= s.index) {
      return s;
    }
    long stable = least;
    others(s).forEach(peer -> out.send(peer, new Message.Stable(stable)));
    return apply(s, stable, out);
  }

  private State apply(State s, long upTo, Effects out) {
    var next = s;
    while (next.index < upTo) {
      var change = next.log.getFirst();
      var effect = rule.apply(next.tally, change);
      next =
          next.having(next.index + 1, effect.tally(), next.log.subList(1, next.log.size()))
              .asking(next.own.stream().filter(each -> !each.equals(change)).toList());
      out.applied(change, effect.decided());
    }
    return next;
  }

  private static <T> List<T> plus(List<T> some, T more) {
    var all = new ArrayList<>(some);
    all.add(more);
    return all;
  }
}
