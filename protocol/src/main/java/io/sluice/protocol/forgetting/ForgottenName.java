package io.sluice.protocol.forgetting;

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
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.forgetting.ForgottenName.Message;
import io.sluice.protocol.forgetting.ForgottenName.Message.Answered;
import io.sluice.protocol.forgetting.ForgottenName.Message.Decision;
import io.sluice.protocol.forgetting.ForgottenName.Message.Freeze;
import io.sluice.protocol.forgetting.ForgottenName.Message.OfLock;
import io.sluice.protocol.forgetting.ForgottenName.State;
import java.util.List;
import java.util.Optional;

/**
 * A lock whose name is forgotten when no process uses it: its processes drop what they know of it
 * all together, and the next request begins from nothing. A model of live nodes, which run its
 * {@link Answer}, {@link Frozen} and {@link Proposal}.
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

  /** The place of the only name in each proposal. */
  private static final int ONLY = 0;

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
     * @param fence the highest number that the sender knows
     */
    record Answered(Answer answer, @Fence long fence) implements Message {}

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
   * @param lock this process's part in the lock; the initial one if the name is forgotten
   * @param requesting whether the application waits or is inside
   * @param balance messages of the lock that it has sent, less those that it has taken
   * @param fence the highest number that it knows of the lock
   * @param floor the highest number of the name when it was last forgotten
   * @param frozen while the name is frozen
   * @param asked whether the application has asked since the name is frozen
   * @param proposal what has been answered, if this process is the proposer
   */
  public record State(
      CentralFixed.State lock,
      boolean requesting,
      int balance,
      @Fence long fence,
      @Fence long floor,
      Optional<Frozen<Waiting>> frozen,
      boolean asked,
      Optional<Proposal> proposal) {

    private State with(CentralFixed.State part, int sent, long known) {
      return new State(part, requesting, balance + sent, known, floor, frozen, asked, proposal);
    }

    private State requesting(boolean now) {
      return new State(lock, now, balance, fence, floor, frozen, asked, proposal);
    }

    private State frozen(Frozen<Waiting> now) {
      return new State(lock, requesting, balance, fence, floor, Optional.of(now), asked, proposal);
    }

    private State asking() {
      return new State(lock, requesting, balance, fence, floor, frozen, true, proposal);
    }

    private State counting(Proposal now) {
      return new State(lock, requesting, balance, fence, floor, frozen, asked, Optional.of(now));
    }

    /** All continue as before. */
    private State unfrozen() {
      return new State(
          lock, false, balance, fence, floor, Optional.empty(), false, Optional.empty());
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
        central.initial(), false, 0, floor, floor, Optional.empty(), false, Optional.empty());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when s.frozen.isPresent() -> s.asking();
      case Acquire(_) -> acquire(s, out);
      case Release() -> {
        out.timer(IDLE, IDLE_MILLIS);
        yield step(s.requesting(false), new Release<>(), out);
      }
      case Receive(int from, OfLock message) when s.frozen.isPresent() ->
          s.frozen(s.frozen.get().keeping(new Waiting(from, message)));
      case Receive(int from, OfLock message) -> take(s, from, message, out);
      case Receive(int from, Freeze()) -> {
        var answer = answer(s);
        out.send(from, new Answered(answer, answer.isFrozen() ? s.fence : 0));
        yield answer.isFrozen() ? s.frozen(Frozen.by(from)) : s;
      }
      case Receive(_, Answered(Answer answer, long fence)) ->
          proceed(s, s.proposal.orElseThrow().answered(List.of(answer), fence), out);
      case Receive(int from, Decision(boolean forgotten, long fence)) ->
          s.frozen.filter(name -> name.isDecidedBy(from)).isPresent()
              ? decided(s, forgotten, fence, out)
              : s;
      case Expired(_) -> answer(s).isFrozen() ? propose(s, out) : s;
      case Rare<Message> _ -> s;
    };
  }

  private static Answer answer(State s) {
    return Answer.of(s.frozen.isPresent(), s.requesting, s.balance);
  }

  private State acquire(State s, Outbox<Message> out) {
    return step(s.requesting(true), new Acquire<>(Claim.EXCLUSIVE), out);
  }

  private State propose(State s, Outbox<Message> out) {
    sendToOthers(new Freeze(), out);
    return proceed(
        s.frozen(Frozen.by(self)), Proposal.of(others, List.of(answer(s)), s.fence), out);
  }

  private void sendToOthers(Message message, Outbox<Message> out) {
    for (int peer = 0; peer <= others; peer++) {
      if (peer != self) {
        out.send(peer, message);
      }
    }
  }

  /** Decides when all have answered. */
  private State proceed(State s, Proposal proposal, Outbox<Message> out) {
    if (!proposal.isComplete()) {
      return s.counting(proposal);
    }
    boolean forgotten = proposal.isForgotten(ONLY);
    sendToOthers(new Decision(forgotten, proposal.fence()), out);
    return decided(s, forgotten, proposal.fence(), out);
  }

  /** The name is no longer frozen: takes what has waited, in its order, and then asks. */
  private State decided(State s, boolean forgotten, long fence, Outbox<Message> out) {
    var next = forgotten ? fresh(Math.max(s.floor, fence)) : s.unfrozen();
    for (Waiting each : s.frozen.orElseThrow().waiting()) {
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
