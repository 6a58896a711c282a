package io.sluice.protocol.membership;

/**
 * The durations of the rules, in the unit of the clock that the environment shows.
 *
 * @param lease how long a member may rely on a question that a quorum has answered
 * @param waiting how long a view waits for the leases of excluded members: longer than a lease,
 *     since clocks do not run equally fast
 * @param retry how long a proposer waits before it proposes again
 */
public record Timing(long lease, long waiting, long retry) {

  public Timing {
    if (lease < 1 || waiting < lease || retry < 1) {
      throw new IllegalArgumentException(
          "a lease and a retry last at least 1, and the wait at least as long as the lease");
    }
  }
}
