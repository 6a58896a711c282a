package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Fence;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessQueue;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.CentralFixed.Message;
import io.sluice.protocol.exclusive.CentralFixed.Message.Ask;
import io.sluice.protocol.exclusive.CentralFixed.Message.Grant;
import io.sluice.protocol.exclusive.CentralFixed.Message.Return;
import io.sluice.protocol.exclusive.CentralFixed.State;
import java.util.List;

/**
 * The baseline of every comparison: process 0 coordinates, and lets processes in one by one in the
 * order in which their requests arrive.
 *
 * <p>Costs 3 messages an entry, and none for the coordinator itself. Needs reliable channels, in
 * any order. If the coordinator crashes, everything stops; {@link Central} elects another. Grants
 * are numbered, which makes the fence.
 */
public final class CentralFixed implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("central-fixed", Family.EXCLUSIVE, CentralFixed::new)
          .source("textbook coordinator")
          .cost("3, and 0 for the coordinator")
          .tolerates("messages in any order")
          .fenced()
          .interchangeable(layout -> List.of(ProcessSet.range(1, layout.size())))
          .build();

  private static final int COORDINATOR = 0;

  public sealed interface Message {
    /** To the coordinator: let me in. */
    record Ask() implements Message {}

    /** From the coordinator: you are in. */
    record Grant(@Fence long fence) implements Message {}

    /** To the coordinator: I have left. */
    record Return() implements Message {}
  }

  /**
   * What the coordinator remembers; the other processes remember nothing.
   *
   * @param taken whether a process is inside, or a grant is in transit
   * @param grants how many there have been
   * @param queue the waiting processes, in the order of service
   */
  public record State(boolean taken, @Fence long grants, ProcessQueue queue) {}

  private final int self;

  public CentralFixed(int self, Layout layout) {
    this.self = self;
  }

  @Override
  public State initial() {
    return new State(false, 0, ProcessQueue.EMPTY);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) when self == COORDINATOR -> onAsk(s, COORDINATOR, out);
      case Acquire(_) -> tell(s, new Ask(), out);
      case Release() when self == COORDINATOR -> onReturn(s, out);
      case Release() -> tell(s, new Return(), out);
      case Receive(var from, Ask()) -> onAsk(s, from, out);
      case Receive(_, Return()) -> onReturn(s, out);
      case Receive(_, Grant(var fence)) -> {
        out.granted(fence);
        yield s;
      }
      case Rare<Message> _ -> s;
    };
  }

  private static State tell(State s, Message message, Outbox<Message> out) {
    out.send(COORDINATOR, message);
    return s;
  }

  private State onAsk(State s, int process, Outbox<Message> out) {
    if (!s.taken) {
      return letIn(process, s.grants + 1, s.queue, out);
    }
    return new State(true, s.grants, s.queue.plus(process));
  }

  private State onReturn(State s, Outbox<Message> out) {
    if (s.queue.isEmpty()) {
      return new State(false, s.grants, s.queue);
    }
    return letIn(s.queue.first(), s.grants + 1, s.queue.rest(), out);
  }

  private State letIn(int process, long fence, ProcessQueue queue, Outbox<Message> out) {
    if (process == COORDINATOR) {
      out.granted(fence);
    } else {
      out.send(process, new Grant(fence));
    }
    return new State(true, fence, queue);
  }
}
