package io.sluice.lab.explore.protocols;

import io.sluice.lab.explore.Toy;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import java.util.ArrayList;
import java.util.List;

/** A coordinator whose queue is a stack, so that the first to ask can wait forever. */
public final class LastComeFirstServed {

  record State(boolean taken, List<Integer> stack) {}

  public static final Algorithm<State, String> ALGORITHM =
      Toy.<State, String>of(new State(false, List.of()), LastComeFirstServed::on).build();

  private LastComeFirstServed() {}

  private static State on(int self, State s, Input<String> input, Outbox<String> out) {
    return switch (input) {
      case Input.Acquire(_) when self == 0 -> asked(s, 0, out);
      case Input.Release() when self == 0 -> returned(s, out);
      case Input.Acquire(_) -> told(s, "ask", out);
      case Input.Release() -> told(s, "return", out);
      case Input.Receive(var from, var text) when text.equals("ask") -> asked(s, from, out);
      case Input.Receive(_, var text) when text.equals("return") -> returned(s, out);
      case Input.Receive(_, _) -> {
        out.granted();
        yield s;
      }
      case Input.Rare<String> _ -> s;
    };
  }

  private static State told(State s, String text, Outbox<String> out) {
    out.send(0, text);
    return s;
  }

  private static State asked(State s, int who, Outbox<String> out) {
    if (!s.taken) {
      return letIn(who, s.stack, out);
    }
    var stack = new ArrayList<>(s.stack);
    stack.addFirst(who);
    return new State(true, List.copyOf(stack));
  }

  private static State returned(State s, Outbox<String> out) {
    return s.stack.isEmpty()
        ? new State(false, s.stack)
        : letIn(s.stack.getFirst(), s.stack.subList(1, s.stack.size()), out);
  }

  private static State letIn(int who, List<Integer> stack, Outbox<String> out) {
    if (who == 0) {
      out.granted();
    } else {
      out.send(who, "grant");
    }
    return new State(true, List.copyOf(stack));
  }
}
