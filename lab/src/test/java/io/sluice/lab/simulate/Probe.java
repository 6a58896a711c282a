package io.sluice.lab.simulate;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;

/** Protocols of one expression, with words for messages, and a diary of what happens to them. */
public final class Probe {

  /** Takes a step; the state is how many steps there have been. */
  @FunctionalInterface
  public interface Reaction {
    void on(int self, int step, Input<String> input, Outbox<String> out);
  }

  private record Reacting(int self, Reaction reaction) implements Protocol<Integer, String> {
    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer step, Input<String> input, Outbox<String> out) {
      reaction.on(self, step, input, out);
      return step + 1;
    }
  }

  private Probe() {}

  public static Algorithm.Builder<Integer, String> described(Reaction reaction) {
    return Algorithm.of("probe", Family.EXCLUSIVE, (self, _) -> new Reacting(self, reaction));
  }

  public static Algorithm<Integer, String> protocol(Reaction reaction) {
    return described(reaction).build();
  }

  /** Node 0, once it asks, is let in and sends words to node 1. */
  static Algorithm<Integer, String> sending(List<String> words) {
    return protocol(
        (_, _, input, out) -> {
          if (input instanceof Acquire) {
            out.granted();
            words.forEach(word -> out.send(1, word));
          }
        });
  }

  /** Only node 0 asks, once and at once, and stays for a millisecond. */
  public static Workload lone() {
    return Workload.entries(1)
        .start(Workload.Start.TOGETHER)
        .hold(Delay.millis(1))
        .asks(node -> node == 0);
  }

  /** Writes down everything, one line each. */
  public static final class Diary implements MessageAuditor<Object> {
    private final List<String> lines = new ArrayList<>();

    List<String> lines() {
      return lines;
    }

    /** The lines that begin so, without the beginning. */
    public List<String> about(String beginning) {
      return lines.stream()
          .filter(line -> line.startsWith(beginning))
          .map(line -> line.substring(beginning.length()))
          .toList();
    }

    /** A word of each of those lines. */
    public List<String> about(String beginning, int word) {
      return about(beginning).stream().map(line -> line.split(" ", -1)[word]).toList();
    }

    @Override
    public void asked(long at, int node, Claim claim) {
      lines.add("asked " + node + " " + claim.room() + " " + at);
    }

    @Override
    public void entered(long at, int node, Claim claim, long fence) {
      lines.add("entered " + node + " " + claim.room() + " " + fence + " " + at);
    }

    @Override
    public void released(long at, int node, Claim claim) {
      lines.add("left " + node + " " + at);
    }

    @Override
    public void crashed(long at, int node) {
      lines.add("crashed " + node + " " + at);
    }

    @Override
    public void sent(long at, int from, int to, Object message) {
      lines.add("sent " + from + " " + to + " " + message + " " + at);
    }

    @Override
    public void received(long at, int from, int to, Object message) {
      lines.add("received " + from + " " + to + " " + message + " " + at);
    }
  }
}
