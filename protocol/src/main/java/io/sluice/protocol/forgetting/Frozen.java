package io.sluice.protocol.forgetting;

import io.sluice.protocol.ProcessId;
import java.util.ArrayList;
import java.util.List;

/**
 * A name that is frozen at a member, from its answer until the decision: the member neither starts
 * nor answers anything under it.
 *
 * @param proposer the process that proposed to forget the name, and that decides
 * @param waiting the messages that have come meanwhile, the oldest first
 */
public record Frozen<M>(@ProcessId int proposer, List<M> waiting) {

  public Frozen {
    waiting = List.copyOf(waiting);
  }

  public static <M> Frozen<M> by(int proposer) {
    return new Frozen<>(proposer, List.of());
  }

  /** A message waits for the decision, which its sender may have heard already. */
  public Frozen<M> keeping(M message) {
    var more = new ArrayList<>(waiting);
    more.add(message);
    return new Frozen<>(proposer, more);
  }

  /** Whether a decision of that process is about this. */
  public boolean isDecidedBy(int process) {
    return process == proposer;
  }
}
