package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.Central.Message;
import io.sluice.protocol.exclusive.Central.Message.Ask;
import io.sluice.protocol.exclusive.Central.Message.Follow;
import io.sluice.protocol.exclusive.Central.Message.Grant;
import io.sluice.protocol.exclusive.Central.Message.Return;
import io.sluice.protocol.exclusive.Central.Message.Stand;
import io.sluice.protocol.exclusive.Central.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@link CentralFixed} with a coordinator that {@link Election} elects: after a crash the next
 * coordinator rebuilds the queue from the survivors' reports, and goes on.
 *
 * <p>A process that follows a new coordinator says in the same message whether it waits or is
 * inside. By then the view has told it of the old coordinator's crash, so no grant of the old one
 * can reach it any more, and its report stays true until it tells the new coordinator otherwise.
 * The new coordinator grants nothing before all survivors have reported. A process that crashes
 * inside, or while its grant is in transit, frees the lock when the coordinator learns of it.
 *
 * <p>Fences: no survivor may know the last number that a crashed coordinator gave, if it gave that
 * to itself. So the high bits of a number are the coordinator's own process number; the next
 * coordinator's is higher.
 *
 * <p>Costs 3 messages an entry, and none for the coordinator itself; 2 for each survivor but the
 * new coordinator after a crash of the old one. Needs FIFO channels, and of the view what the
 * election needs: it reports only crashes, reports each to every survivor, in any order and at any
 * time, and no survivor receives anything from the crashed process afterwards. Tolerates the crash
 * of all processes but one. Requests are served in the order of their arrival; after a crash, in
 * the order of the survivors' reports.
 */
public final class Central implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("central", Family.EXCLUSIVE, Central::new)
          .source("textbook coordinator; Garcia-Molina, IEEE TC 31(1), 1982")
          .cost("3, and 0 for the coordinator")
          .tolerates("crashes")
          .fenced()
          .build();

  /** Room for the grants of one coordinator: at a million a second, for half a year. */
  private static final int GRANT_BITS = 44;

  public sealed interface Message {
    /** To the coordinator: let me in. */
    record Ask() implements Message {}

    /** From the coordinator: you are in. */
    record Grant(@Fence long fence) implements Message {}

    /** To the coordinator: I have left. */
    record Return() implements Message {}

    /** To all survivors: all before me are gone; I shall coordinate. */
    record Stand() implements Message {}

    /** To the coordinator to be: I follow you, and this is how I am. */
    record Follow(Phase phase) implements Message {}
  }

  public enum Phase {
    IDLE,
    WAITING,
    INSIDE
  }

  /**
   * @param view what this process knows of the election
   * @param phase what its own application does
   * @param holder for a coordinator, elected or about to be: the process that is inside, or to
   *     which a grant is in transit
   * @param queue for a coordinator: the waiting processes, in the order of service
   * @param fence the last number it gave
   */
  public record State(
      Election.View view,
      Phase phase,
      Optional<@ProcessId Integer> holder,
      List<@ProcessId Integer> queue,
      @Fence long fence) {

    private State with(Election.View next) {
      return new State(next, phase, holder, queue, fence);
    }

    private State in(Phase next) {
      return new State(view, next, holder, queue, fence);
    }

    private State heldBy(int process) {
      return new State(view, phase, Optional.of(process), queue, fence);
    }

    private State queueing(int process) {
      var longer = new ArrayList<>(queue);
      longer.add(process);
      return new State(view, phase, holder, List.copyOf(longer), fence);
    }

    private State without(int process) {
      return new State(
          view,
          phase,
          holder.filter(inside -> inside != process),
          queue.stream().filter(waiting -> waiting != process).toList(),
          fence);
    }
  }

  private final int self;
  private final int nodes;

  public Central(int self, Layout layout) {
    this.self = self;
    this.nodes = layout.size();
  }

  @Override
  public State initial() {
    return new State(
        Election.View.first(self, nodes),
        Phase.IDLE,
        Optional.empty(),
        List.of(),
        (long) self << GRANT_BITS);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> ask(s.in(Phase.WAITING), out);
      case Release() -> release(s.in(Phase.IDLE), out);
      case Receive(var from, Ask()) -> serve(s.queueing(from), out);
      case Receive(var from, Return()) -> serve(s.without(from), out);
      case Receive(_, Grant(var fence)) -> enter(s, fence, out);
      case Receive(var from, Stand()) -> vote(s, from, new Election.Message.Stand(), out);
      case Receive(var from, Follow(var phase)) ->
          vote(noting(s, from, phase), from, new Election.Message.Follow(), out);
      case Excluded(var peer) -> onExcluded(s, peer, out);
      case Rare<Message> _ -> s;
    };
  }

  private State ask(State s, Outbox<Message> out) {
    if (s.view.stands()) {
      return serve(s.queueing(self), out);
    }
    tell(s, new Ask(), out);
    return s;
  }

  private State release(State s, Outbox<Message> out) {
    if (s.view.stands()) {
      return serve(s.without(self), out);
    }
    tell(s, new Return(), out);
    return s;
  }

  /** Without a coordinator there is no receiver; the next coordinator gets a report. */
  private static void tell(State s, Message message, Outbox<Message> out) {
    if (s.view.settled()) {
      out.send(s.view.head(), message);
    }
  }

  private State onExcluded(State s, int peer, Outbox<Message> out) {
    var after = s.without(peer).with(s.view.without(peer, ballots(s, out)));
    boolean begins = after.view.stands() && !s.view.stands();
    return serve(begins ? noting(after, self, s.phase) : after, out);
  }

  private State vote(State s, int from, Election.Message message, Outbox<Message> out) {
    return serve(s.with(s.view.on(from, message, ballots(s, out))), out);
  }

  /** The election's messages, as this protocol sends them. */
  private static Election.Sender ballots(State s, Outbox<Message> out) {
    return (to, message) ->
        out.send(
            to,
            switch (message) {
              case Election.Message.Stand() -> new Stand();
              case Election.Message.Follow() -> new Follow(s.phase);
            });
  }

  /** Enters into the books how a survivor is. */
  private static State noting(State s, int survivor, Phase phase) {
    return switch (phase) {
      case IDLE -> s;
      case WAITING -> s.queueing(survivor);
      case INSIDE -> s.heldBy(survivor);
    };
  }

  /** Grants the first request, if this process leads and no process is inside. */
  private State serve(State s, Outbox<Message> out) {
    if (!s.view.leads() || s.holder.isPresent() || s.queue.isEmpty()) {
      return s;
    }
    int first = s.queue.getFirst();
    long fence = s.fence + 1;
    var rest = s.queue.subList(1, s.queue.size());
    var held = new State(s.view, s.phase, Optional.of(first), List.copyOf(rest), fence);
    if (first == self) {
      return enter(held, fence, out);
    }
    out.send(first, new Grant(fence));
    return held;
  }

  private static State enter(State s, long fence, Outbox<Message> out) {
    out.granted(fence);
    return s.in(Phase.INSIDE);
  }
}
