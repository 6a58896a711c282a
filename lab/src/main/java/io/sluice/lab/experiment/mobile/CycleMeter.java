package io.sluice.lab.experiment.mobile;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.Claim;
import io.sluice.protocol.ProcessSet;
import java.util.HashMap;
import java.util.Map;

/** Measures the cycles of some nodes, from a request to the release, that overlap a period. */
final class CycleMeter implements Auditor {

  private final ProcessSet measured;
  private final long from;
  private final long until;
  private final Map<Integer, Long> askedAt = new HashMap<>();
  private long cycles;
  private long nanos;

  /**
   * @param measured the nodes whose cycles are measured
   * @param from where the period begins
   * @param until where it ends
   */
  CycleMeter(ProcessSet measured, long from, long until) {
    this.measured = measured;
    this.from = from;
    this.until = until;
  }

  @Override
  public void asked(long at, int node, Claim claim) {
    askedAt.put(node, at);
  }

  @Override
  public void released(long at, int node, Claim claim) {
    long asked = askedAt.getOrDefault(node, at);
    if (measured.contains(node) && asked < until && at >= from) {
      cycles++;
      nanos += at - asked;
    }
  }

  /** In seconds. */
  double meanCycle() {
    if (cycles == 0) {
      throw new IllegalStateException("no node completed a cycle");
    }
    return Nanos.seconds(nanos) / cycles;
  }
}
