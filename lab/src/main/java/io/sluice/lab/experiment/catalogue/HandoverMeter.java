package io.sluice.lab.experiment.catalogue;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the time from an exit to the next entry, where exactly one process waits at the exit.
 */
final class HandoverMeter implements Auditor {

  private static final long NONE = -1;

  private final List<Long> handovers = new ArrayList<>();
  private int waiting;
  private long leftAt = NONE;

  /** In nanoseconds. */
  List<Long> handovers() {
    return handovers;
  }

  @Override
  public void asked(long at, int node, Claim claim) {
    waiting++;
  }

  @Override
  public void entered(long at, int node, Claim claim, long fence) {
    waiting--;
    if (leftAt != NONE) {
      handovers.add(at - leftAt);
      leftAt = NONE;
    }
  }

  @Override
  public void released(long at, int node, Claim claim) {
    leftAt = waiting == 1 ? at : NONE;
  }
}
