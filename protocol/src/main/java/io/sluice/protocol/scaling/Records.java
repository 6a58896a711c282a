package io.sluice.protocol.scaling;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.ScalingMessage.Pass;
import java.util.ArrayList;
import java.util.List;

/**
 * The records at one instance: a model of the stream, which shows whether any was lost, doubled, or
 * sent to a deleted instance.
 *
 * <p>A record enters at an instance without predecessors, stays for any time wherever it arrives,
 * goes on to one successor, and is done at an instance without successors. Its key chooses the
 * successor.
 *
 * @param held the keys of those that are here, the oldest first
 * @param entered how many entered the pipeline here
 * @param left how many were done here
 */
public record Records(List<Integer> held, int entered, int left) {

  /** None yet. */
  public static final Records NONE = new Records(List.of(), 0, 0);

  /** Runs out when the oldest record is to go on. */
  static final String TIMER = "record";

  private static final int MILLIS = 1;

  public Records {
    held = List.copyOf(held);
  }

  Records entering(int key) {
    return new Records(held, entered + 1, left).holding(key);
  }

  Records holding(int key) {
    var more = new ArrayList<>(held);
    more.add(key);
    return new Records(more, entered, left);
  }

  /** Where an instance has no successors, what it holds is done; elsewhere it goes on soon. */
  Records flowing(ProcessSet succs, Outbox<?> out) {
    if (held.isEmpty()) {
      return this;
    }
    if (succs.isEmpty()) {
      return new Records(List.of(), entered, left + held.size());
    }
    out.timer(TIMER, MILLIS);
    return this;
  }

  /** Sends the oldest record on. */
  Records passingOn(ProcessSet succs, Outbox<? super ScalingMessage> out) {
    if (held.isEmpty() || succs.isEmpty()) {
      return flowing(succs, out);
    }
    int key = held.getFirst();
    var candidates = succs;
    for (int k = key % succs.size(); k > 0; k--) {
      candidates = candidates.minus(candidates.least());
    }
    out.send(candidates.least(), new Pass(key));
    return new Records(held.subList(1, held.size()), entered, left).flowing(succs, out);
  }
}
