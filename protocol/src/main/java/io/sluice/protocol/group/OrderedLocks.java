package io.sluice.protocol.group;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.OrderedLocks.Message;
import io.sluice.protocol.group.OrderedLocks.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several locks at once: one for each pair of competitors; a process acquires all that it needs,
 * one after the other in one fixed order, and is inside when it has the last. This is how a {@code
 * MultiLock} acquires its names.
 *
 * <p>Each lock is a {@link TokenQueue} among all processes, as a live lock is, and is asked by the
 * two processes that need it. No process waits for a lock while it has a later one, so in a circle
 * of waiting processes each would have to wait for a later lock than the one before: there is no
 * circle, and no deadlock, for any conflict graph. A process that waits has the locks before, so
 * processes behind it wait longer than the conflict graph demands.
 *
 * <p>A request may be withdrawn, as by a time-out: the process releases the locks that it has. Its
 * request for the lock that it waits for cannot be taken back, so when that is granted, the process
 * releases it at once, unless the application has asked again and waits for it.
 *
 * <p>Costs what the locks cost, one after the other. Needs what {@link TokenQueue} needs. Grants
 * are fenced as live locks are: every message carries the highest number that its sender knows, and
 * an entry takes the next.
 */
public final class OrderedLocks implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM = withCaution(0);

  public sealed interface Message {

    /**
     * A message of one of the locks.
     *
     * @param lock which one, in the order of all
     * @param message what its token-queue says
     * @param fence the highest number that the sender knows
     */
    record OfLock(int lock, TokenQueue.Message message, @Fence long fence) implements Message {}
  }

  /**
   * @param locks this process's part in each of the locks, in their order
   * @param awaited the lock that the application waits for; the process has those before
   * @param fence the highest number that it knows
   */
  public record State(List<TokenQueue.State> locks, Optional<Integer> awaited, @Fence long fence) {

    public State {
      locks = List.copyOf(locks);
    }

    private State with(int lock, TokenQueue.State part) {
      var changed = new ArrayList<>(locks);
      changed.set(lock, part);
      return new State(changed, awaited, fence);
    }

    private State awaiting(Optional<Integer> lock) {
      return new State(locks, lock, fence);
    }

    private State knowing(long number) {
      return new State(locks, awaited, Math.max(fence, number));
    }
  }

  private final Protocol<TokenQueue.State, TokenQueue.Message> queue;

  /** How many locks there are. */
  private final int count;

  /** Those that this process needs, in the order of all. */
  private final List<Integer> needed = new ArrayList<>();

  private OrderedLocks(int self, Layout layout, int caution) {
    this.queue = TokenQueue.withCaution(caution).process(self, layout);
    int lock = 0;
    for (int one = 0; one < layout.size(); one++) {
      for (int other = one + 1; other < layout.size(); other++) {
        if (layout.compete(one, other)) {
          if (one == self || other == self) {
            needed.add(lock);
          }
          lock++;
        }
      }
    }
    this.count = lock;
  }

  /**
   * The same with that number of releases at which a process leaves the queue of a lock before it
   * stays. With 0, as in the catalogue, it always stays, and there are fewer worlds; live locks
   * have {@link TokenQueue}'s.
   */
  public static Algorithm<State, Message> withCaution(int caution) {
    return Algorithm.of(
            "ordered-locks",
            Family.GROUP,
            (int self, Layout layout) -> new OrderedLocks(self, layout, caution))
        .source("this project; the order is Havender's, IBM Systems Journal 7(2), 1968")
        .cost("those of token-queue, for each competitor")
        .tolerates("any conflict graph, messages in any order, withdrawals")
        .fenced()
        .build();
  }

  @Override
  public State initial() {
    var parts = new ArrayList<TokenQueue.State>();
    for (int lock = 0; lock < count; lock++) {
      parts.add(queue.initial());
    }
    return new State(parts, Optional.empty(), 0);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> acquire(s, 0, out);
      case Release() -> release(s, needed, out);
      case Withdraw() -> withdraw(s, out);
      case Receive(int from, Message.OfLock(int lock, var message, long fence)) ->
          take(s.knowing(fence), lock, new Receive<>(from, message), out);
      case Rare<Message> _ -> s;
    };
  }

  /** Acquires the locks from that one on, and enters after the last. */
  private State acquire(State s, int next, Outbox<Message> out) {
    if (next < needed.size()) {
      int lock = needed.get(next);
      var waiting = s.awaiting(Optional.of(lock));
      // What was asked for before a withdrawal is still to be granted.
      boolean asked = s.locks.get(lock).requesting();
      return asked ? waiting : take(waiting, lock, new Acquire<>(Claim.EXCLUSIVE), out);
    }
    long fence = s.fence + 1;
    out.granted(fence);
    return new State(s.locks, Optional.empty(), fence);
  }

  private State withdraw(State s, Outbox<Message> out) {
    int reached = needed.indexOf(s.awaited.orElseThrow());
    return release(s.awaiting(Optional.empty()), needed.subList(0, reached), out);
  }

  private State release(State s, List<Integer> held, Outbox<Message> out) {
    var after = s;
    for (int lock : held) {
      after = take(after, lock, new Release<>(), out);
    }
    return after;
  }

  /** Takes a step of one lock; if that grants it, the next one follows. */
  private State take(State s, int lock, Input<TokenQueue.Message> input, Outbox<Message> out) {
    var effects = new Effects(lock, s.fence, out);
    var after = s.with(lock, queue.on(s.locks.get(lock), input, effects));
    return effects.granted ? granted(after, lock, out) : after;
  }

  private State granted(State s, int lock, Outbox<Message> out) {
    boolean wanted = s.awaited.equals(Optional.of(lock));
    return wanted ? acquire(s, needed.indexOf(lock) + 1, out) : release(s, List.of(lock), out);
  }

  /** Sends the messages of one lock, and notes that it is granted. */
  private static final class Effects implements SendOnly<TokenQueue.Message> {
    private final int lock;
    private final long fence;
    private final Outbox<Message> out;
    private boolean granted;

    Effects(int lock, long fence, Outbox<Message> out) {
      this.lock = lock;
      this.fence = fence;
      this.out = out;
    }

    @Override
    public void send(int to, TokenQueue.Message message) {
      out.send(to, new Message.OfLock(lock, message, fence));
    }

    @Override
    public void granted(int unit, long number) {
      granted = true;
    }
  }
}
