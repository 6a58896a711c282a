package io.sluice.protocol.rendezvous;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.rendezvous.Rendezvous.Message;
import io.sluice.protocol.rendezvous.Rendezvous.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Replica} with its application and its views, for the explorer: a process that arrives
 * and gives up when it is told to, and that enters another view when it learns of a crash, as a
 * live node does. A message of an earlier view is dropped, one of a later view waits for it.
 */
public final class Rendezvous implements Protocol<State, Message> {

  public sealed interface Message {

    /**
     * A message of the replica.
     *
     * @param gone the processes that the sender's view has excluded
     */
    record InView(ProcessSet gone, Replica.Message message) implements Message {}

    /** An order: the application asks for a change. */
    record Ask(Change change) implements Message {}
  }

  /** What the application does. */
  public enum Doing {
    /** Nothing, or something else. */
    IDLE,
    /** It has arrived, and its latest ticket has not been decided, or not been counted. */
    WAITING,
    /** It has given up, and its latest ticket has not been decided. */
    GIVING_UP
  }

  /** A message of a later view. */
  public record Early(int from, Message.InView message) {}

  /**
   * @param gone the processes that the view has excluded
   * @param early the messages of later views
   * @param calls how often the application has arrived; the number of its latest ticket
   * @param outcomes of all generations that have been decided
   */
  public record State(
      Replica.State replica,
      ProcessSet gone,
      List<Early> early,
      long calls,
      Doing doing,
      List<Outcome> outcomes) {

    public State {
      early = List.copyOf(early);
      outcomes = List.copyOf(outcomes);
    }

    /** What is remembered of a process that has crashed: what it has applied and has been told. */
    static State legacy(State initial, State crashed) {
      var remembered =
          Replica.State.remembered(
              initial.replica, crashed.replica.index(), crashed.replica.tally());
      return new State(
          remembered, ProcessSet.EMPTY, List.of(), crashed.calls, Doing.IDLE, crashed.outcomes);
    }

    private State with(Replica.State other) {
      return new State(other, gone, early, calls, doing, outcomes);
    }

    private State doing(Doing other, long callsNow) {
      return new State(replica, gone, early, callsNow, other, outcomes);
    }

    private State knowing(Outcome outcome) {
      var more = new ArrayList<>(outcomes);
      more.add(outcome);
      return new State(replica, gone, early, calls, doing, more);
    }

    private State keeping(List<Early> messages) {
      return new State(replica, gone, messages, calls, doing, outcomes);
    }

    private State without(int peer) {
      return new State(replica, gone.plus(peer), early, calls, doing, outcomes);
    }
  }

  private final int self;
  private final ProcessSet all;
  private final Rule rule;
  private final Replica replica;

  Rendezvous(int self, Layout layout, Rule rule) {
    this.self = self;
    this.all = ProcessSet.range(0, layout.size());
    this.rule = rule;
    this.replica = new Replica(self, rule);
  }

  /** What makes an algorithm a latch or a barrier, if it is one: live nodes run it themselves. */
  public static Optional<Rule> ruleOf(Algorithm<?, ?> algorithm) {
    return algorithm.family() == Family.RENDEZVOUS
            && algorithm.process(0, Layout.plain(1)) instanceof Rendezvous part
        ? Optional.of(part.rule)
        : Optional.empty();
  }

  @Override
  public State initial() {
    return new State(
        Replica.State.first(all, self), ProcessSet.EMPTY, List.of(), 0, Doing.IDLE, List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Input.Order(Message.Ask(var change)) -> ask(s, change, out);
      case Input.Receive(int from, Message.InView message) -> receive(s, from, message, out);
      case Input.Excluded(int peer) -> exclude(s, peer, out);
      case Input<Message> _ -> s;
    };
  }

  private State ask(State s, Change change, Outbox<Message> out) {
    var doing =
        change instanceof Change.Arrive
            ? s.doing(Doing.WAITING, s.calls + 1)
            : s.doing(Doing.GIVING_UP, s.calls);
    var step = new Step(doing.gone, out);
    return step.after(doing, replica.ask(doing.replica, change, step));
  }

  private State receive(State s, int from, Message.InView message, Outbox<Message> out) {
    if (message.gone.equals(s.gone)) {
      var step = new Step(s.gone, out);
      return step.after(s, replica.receive(s.replica, from, message.message, step));
    }
    if (!message.gone.containsAll(s.gone)) {
      return s;
    }
    var early = new ArrayList<>(s.early);
    early.add(new Early(from, message));
    return s.keeping(early);
  }

  private State exclude(State s, int peer, Outbox<Message> out) {
    var next = s.without(peer).keeping(List.of());
    var step = new Step(next.gone, out);
    next = step.after(next, replica.enter(s.replica, all.minus(next.gone), self, step));
    for (Early each : s.early) {
      if (!next.gone.contains(each.from)) {
        next = receive(next, each.from, each.message, out);
      }
    }
    return next;
  }

  /** Carries out what the replica does in one step, and notes what becomes of the application. */
  private final class Step implements Replica.Effects {
    private final ProcessSet gone;
    private final Outbox<Message> out;
    private final List<Change> applied = new ArrayList<>();
    private final List<Outcome> decided = new ArrayList<>();

    Step(ProcessSet gone, Outbox<Message> out) {
      this.gone = gone;
      this.out = out;
    }

    @Override
    public void send(int to, Replica.Message message) {
      out.send(to, new Message.InView(gone, message));
    }

    @Override
    public void applied(Change change, Optional<Outcome> outcome) {
      applied.add(change);
      outcome.ifPresent(decided::add);
    }

    State after(State before, Replica.State replicaNow) {
      var next = before.with(replicaNow);
      for (Outcome each : decided) {
        next = next.knowing(each);
      }
      return next.doing != Doing.IDLE && isServed(new Ticket(self, next.calls))
          ? next.doing(Doing.IDLE, next.calls)
          : next;
    }

    /** A count has been taken, or a generation has been decided. */
    private boolean isServed(Ticket ticket) {
      return rule.kind() == Rule.Kind.LATCH
          ? applied.contains(new Change.Arrive(ticket))
          : decided.stream().anyMatch(each -> each.tickets().contains(ticket));
    }
  }
}
