package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.exclusive.ForgottenName.Message;
import io.sluice.protocol.exclusive.ForgottenName.Message.Decision;
import io.sluice.protocol.exclusive.ForgottenName.Message.Freeze;
import io.sluice.protocol.exclusive.ForgottenName.Message.Frozen;
import io.sluice.protocol.exclusive.ForgottenName.Message.OfLock;
import io.sluice.protocol.exclusive.ForgottenName.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A lock whose name is forgotten when no process uses it: its processes drop what they know of it
 * all together, and the next request begins from nothing. A model for live nodes, which do not
 * forget names within a view yet.
 *
 * <p>The lock itself is {@link CentralFixed}, whose processes are idle although their last message
 * may be in transit, and which does not check what it is told. Some time after its release a
 * process that is idle proposes to forget the name, and freezes it: from then on it neither starts
 * nor answers anything under this name. It asks all others to do the same. Each that is idle
 * freezes the name too and answers how many messages of the lock it has sent more than it has
 * taken, and the highest fencing number that it knows; one that is not idle, or has frozen the name
 * for another proposer, refuses. If all have frozen it and the numbers add up to 0, no message of
 * the lock is in transit, and the proposer decides that the name is forgotten; otherwise all
 * continue as before. The decision carries the highest fencing number of all, and every later grant
 * is above it. Messages that reach a frozen process wait for the decision: the sender has heard it
 * already.
 *
 * <p>Costs 3(n-1) messages for each name that is forgotten, besides those of the lock. A node can
 * send many names in one message, and keep one fencing number for all names that were forgotten.
 * Needs reliable channels that keep the order of messages. When the view changes, every lock begins
 * from nothing anyway, so a crash in the middle needs no answer.
 */
public final class ForgottenName implements Protocol<State, Message> {

  private static final String IDLE = "idle";
  private static final long IDLE_MILLIS = 1_000;

  /** To be searched; not a lock that users choose, and so not in the catalogue. */
  public static Algorithm<State, Message> model() {
    return Algorithm.of("forgotten-name", Family.EXCLUSIVE, ForgottenName::new)
        .source("this project; counting messages is Mattern's, Distributed Computing 2, 1987")
        .cost("those of central-fixed, and 3(n-1) for each time that the name is forgotten")
        .tolerates("nothing")
        .fenced()
        .build();
  }

  public sealed interface Message {

    /**
     * A message of the lock.
     *
     * @param fence the highest number that the sender knows
     */
    record OfLock(CentralFixed.Message message, @Fence long fence) implements Message {}

    /** To all others: freeze the name. */
    record Freeze() implements Message {}

    /**
     * To the proposer: frozen, or refused.
     *
     * @param balance messages of the lock that the sender has sent, less those that it has taken
     * @param fence the highest number that the sender knows
     */
    record Frozen(boolean agreed, int balance, @Fence long fence) implements Message {}

    /**
     * To all others: the name is forgotten, or all continue as before.
     *
     * @param fence the highest number that any process knew
     */
    record Decision(boolean forgotten, @Fence long fence) implements Message {}
  }

  /** A message of the lock that reached a process after it had frozen the name. */
  public record Waiting(@ProcessId int from, OfLock message) {}

  /**
   * What a proposer has heard.
   *
   * @param missing how many answers are still to come
   * @param agreed whether all have frozen the name so far
   * @param balance messages that were sent and not taken, so far
   * @param fence the highest number, so far
   */
  public record Round(int missing, boolean agreed, int balance, @Fence long fence) {}

  /**
   * @param lock this process's part in the lock; the initial one if the name is forgotten
   * @param requesting whether the application waits or is inside
   * @param balance messages of the lock that it has sent, less those that it has taken
   * @param fence the highest number that it knows of the lock
   * @param floor the highest number of the name when it was last forgotten
   * @param frozenFor the process that proposed to forget the name, while it is frozen
   * @param asked whether the application has asked since the name is frozen
   * @param waiting the messages that have come since the name is frozen, the oldest first
   * @param round what has been answered, if this process is the proposer
   */
  public record State(
      CentralFixed.State lock,
      boolean requesting,
      int balance,
      @Fence long fence,
      @Fence long floor,
      Optional<@ProcessId Integer> frozenFor,
      boolean asked,
      List<Waiting> waiting,
      Optional<Round> round) {

    public State {
      waiting = List.copyOf(waiting);
    }

    private boolean isFrozen() {
      return frozenFor.isPresent();
    }

    private State with(CentralFixed.State part, int sent, long known) {
      return new State(
          part, requesting, balance + sent, known, floor, frozenFor, asked, waiting, round);
    }

    private State requesting(boolean now) {
      return new State(lock, now, balance, fence, floor, frozenFor, asked, waiting, round);
    }

    private State froze(int proposer, Optional<Round> own) {
      return new State(
          lock, requesting, balance, fence, floor, Optional.of(proposer), false, List.of(), own);
    }

    private State asking() {
      return new State(lock, requesting, balance, fence, floor, frozenFor, true, waiting, round);
    }

    private State keeping(Waiting message) {
      var more = new ArrayList<>(waiting);
      more.add(message);
      return new State(lock, requesting, balance, fence, floor, frozenFor, asked, more, round);
    }

    private State counting(Round next) {
      return new State(
          lock, requesting, balance, fence, floor, frozenFor, asked, waiting, Optional.of(next));
    }
  }

  private final int self;
  private final int others;
  private final CentralFixed central;

  public ForgottenName(int self, Layout layout) {
    this.self = self;
    this.others = layout.size() - 1;
    this.central = new CentralFixed(self, layout);
  }

  @Override
  public State initial() {
    return fresh(0);
  }

  private State fresh(long floor) {
    return new State(
        central.initial(),
        false,
        0,
        floor,
        floor,
        Optional.empty(),
        false,
        List.of(),
        Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.isFrozen() -> s.asking();
      case Acquire(_) -> acquire(s, out);
      case Release() -> {
        out.timer(IDLE, IDLE_MILLIS);
        yield step(s.requesting(false), new Release<>(), out);
      }
      case Receive(int from, OfLock message) when s.isFrozen() ->
          s.keeping(new Waiting(from, message));
      case Receive(int from, OfLock message) -> take(s, from, message, out);
      case Receive(int from, Freeze()) -> freeze(s, from, out);
      case Receive(_, Frozen answer) -> count(s, answer, out);
      case Receive(int from, Decision(boolean forgotten, long fence)) ->
          s.frozenFor.equals(Optional.of(from)) ? decided(s, forgotten, fence, out) : s;
      case Expired(_) -> s.isFrozen() || s.requesting ? s : propose(s, out);
      case Rare<Message> _ -> s;
    };
  }

  private State acquire(State s, Outbox<Message> out) {
    return step(s.requesting(true), new Acquire<>(Claim.EXCLUSIVE), out);
  }

  private State propose(State s, Outbox<Message> out) {
    sendToOthers(new Freeze(), out);
    return proceed(
        s.froze(self, Optional.empty()), new Round(others, true, s.balance, s.fence), out);
  }

  private void sendToOthers(Message message, Outbox<Message> out) {
    for (int peer = 0; peer <= others; peer++) {
      if (peer != self) {
        out.send(peer, message);
      }
    }
  }

  private State freeze(State s, int proposer, Outbox<Message> out) {
    if (s.isFrozen() || s.requesting) {
      out.send(proposer, new Frozen(false, 0, 0));
      return s;
    }
    out.send(proposer, new Frozen(true, s.balance, s.fence));
    return s.froze(proposer, Optional.empty());
  }

  private State count(State s, Frozen answer, Outbox<Message> out) {
    var round = s.round.orElseThrow();
    return proceed(
        s,
        new Round(
            round.missing - 1,
            round.agreed && answer.agreed,
            round.balance + answer.balance,
            Math.max(round.fence, answer.fence)),
        out);
  }

  /** Decides when all have answered. */
  private State proceed(State s, Round round, Outbox<Message> out) {
    if (round.missing > 0) {
      return s.counting(round);
    }
    boolean forgotten = round.agreed && round.balance == 0;
    sendToOthers(new Decision(forgotten, round.fence), out);
    return decided(s, forgotten, round.fence, out);
  }

  /** The name is no longer frozen: takes what has waited, in its order, and then asks. */
  private State decided(State s, boolean forgotten, long fence, Outbox<Message> out) {
    var next =
        forgotten
            ? fresh(Math.max(s.floor, fence))
            : new State(
                s.lock,
                false,
                s.balance,
                s.fence,
                s.floor,
                Optional.empty(),
                false,
                List.of(),
                Optional.empty());
    for (Waiting each : s.waiting) {
      next = take(next, each.from, each.message, out);
    }
    return s.asked ? acquire(next, out) : next;
  }

  private State take(State s, int from, OfLock message, Outbox<Message> out) {
    var known = s.with(s.lock, -1, Math.max(s.fence, message.fence));
    return step(known, new Receive<>(from, message.message), out);
  }

  /** Takes a step of the lock. */
  private State step(State s, Input<CentralFixed.Message> input, Outbox<Message> out) {
    var effects = new Effects(s.fence, out);
    var part = central.on(s.lock, input, effects);
    return s.with(part, effects.sent, effects.fence);
  }

  /** Counts what the lock sends, and numbers its grants as live locks do. */
  private static final class Effects implements SendOnly<CentralFixed.Message> {
    private final Outbox<Message> out;
    private long fence;
    private int sent;

    Effects(long fence, Outbox<Message> out) {
      this.fence = fence;
      this.out = out;
    }

    @Override
    public void send(int to, CentralFixed.Message message) {
      sent++;
      out.send(to, new OfLock(message, fence));
    }

    @Override
    public void granted(int unit, long ofToken) {
      fence++;
      out.granted(unit, fence);
    }
  }
}
