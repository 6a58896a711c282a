package io.sluice.lab.advise;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import java.util.Arrays;

/** Measures how long each process waits; a process that waits at the end counts until then. */
final class WaitingMeter implements Auditor {

  private static final long NOT_WAITING = -1;

  private final long[] since;
  private final double[] waited;
  private final long[] requests;
  private long entries;
  private long longest;

  WaitingMeter(int processes) {
    since = new long[processes];
    waited = new double[processes];
    requests = new long[processes];
    Arrays.fill(since, NOT_WAITING);
  }

  /** The mean over all requests of a process, in seconds; 0 if it made none. */
  double mean(int process) {
    return requests[process] == 0 ? 0 : waited[process] / requests[process] / 1e9;
  }

  boolean hasAsked(int process) {
    return requests[process] > 0;
  }

  long entries() {
    return entries;
  }

  /** In seconds. */
  double longest() {
    return longest / 1e9;
  }

  @Override
  public void asked(long at, int node, Claim claim) {
    since[node] = at;
    requests[node]++;
  }

  @Override
  public void entered(long at, int node, Claim claim, long fence) {
    entries++;
    stop(at, node);
  }

  @Override
  public void ended(long at) {
    for (int node = 0; node < since.length; node++) {
      if (since[node] != NOT_WAITING) {
        stop(at, node);
      }
    }
  }

  private void stop(long at, int node) {
    waited[node] += at - since[node];
    longest = Math.max(longest, at - since[node]);
    since[node] = NOT_WAITING;
  }
}
