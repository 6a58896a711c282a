package com.acme;

import com.acme.MyProtocol.Message;
import com.acme.MyProtocol.Message.Ask;
import com.acme.MyProtocol.Message.Enter;
import com.acme.MyProtocol.Message.Exit;
import com.acme.MyProtocol.State;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * A lock that process 0 coordinates: the simplest protocol that works, to be replaced by yours.
 * Process 0 keeps a queue; the first of the queue is inside.
 */
public final class MyProtocol implements Protocol<State, Message> {

  /** What {@code sluice check --class com.acme.MyProtocol} looks for. */
  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("my-protocol", Family.EXCLUSIVE, MyProtocol::new)
          .source("where the protocol is from")
          .cost("3 messages an entry, none at process 0")
          .tolerates("messages in any order")
          .build();

  /** What processes send each other. */
  public sealed interface Message {
    /** To process 0: the sender waits for the lock. */
    record Ask() implements Message {}

    /** From process 0: the receiver holds the lock. */
    record Enter() implements Message {}

    /** To process 0: the sender has released the lock. */
    record Exit() implements Message {}
  }

  /**
   * @param queue at process 0, the processes that hold the lock or wait for it, first come first
   */
  public record State(List<@ProcessId Integer> queue) {}

  private static final int COORDINATOR = 0;

  private final int self;

  public MyProtocol(int self, Layout layout) {
    this.self = self;
  }

  @Override
  public State initial() {
    return new State(List.of());
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Input.Acquire(_) when self == COORDINATOR -> enqueue(s, self, out);
      case Input.Acquire(_) -> {
        out.send(COORDINATOR, new Ask());
        yield s;
      }
      case Input.Release() when self == COORDINATOR -> dequeue(s, out);
      case Input.Release() -> {
        out.send(COORDINATOR, new Exit());
        yield s;
      }
      case Input.Receive(int from, Ask()) -> enqueue(s, from, out);
      case Input.Receive(_, Exit()) -> dequeue(s, out);
      case Input.Receive(_, Enter()) -> {
        out.granted();
        yield s;
      }
      case Input.Rare<Message> _ -> s;
    };
  }

  private State enqueue(State s, int process, Outbox<Message> out) {
    var queue = new ArrayList<>(s.queue());
    queue.add(process);
    if (queue.size() == 1) {
      admit(process, out);
    }
    return new State(List.copyOf(queue));
  }

  private State dequeue(State s, Outbox<Message> out) {
    var rest = s.queue().subList(1, s.queue().size());
    if (!rest.isEmpty()) {
      admit(rest.getFirst(), out);
    }
    return new State(List.copyOf(rest));
  }

  private void admit(int process, Outbox<Message> out) {
    if (process == self) {
      out.granted();
    } else {
      out.send(process, new Enter());
    }
  }
}
