package io.sluice.cluster.runtime;

import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Configuration;

/** Decides which protocols can run a lock. */
public final class LockProtocols {

  private LockProtocols() {}

  /** Whether a node runs a protocol that another member runs: for a lock, a latch or a barrier. */
  static boolean canRun(Algorithm<?, ?> algorithm) {
    return algorithm.family() == Family.RENDEZVOUS || canRunLocks(algorithm);
  }

  /** Whether a protocol can run a lock. */
  private static boolean canRunLocks(Algorithm<?, ?> algorithm) {
    try {
      check(algorithm);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Checks that a protocol can run a lock among members that join and depart at any time.
   *
   * @throws IllegalArgumentException if it cannot; the message says why, and what to do
   */
  public static void check(Algorithm<?, ?> algorithm) {
    String name = algorithm.name();
    var family = algorithm.family();
    if (family.otherPurpose().isPresent()) {
      throw new IllegalArgumentException(
          "'%s' %s and is no lock: name a protocol of another family"
              .formatted(name, family.otherPurpose().get()));
    }
    if (family == Family.PRIORITY && Configuration.find(name).isEmpty()) {
      throw new IllegalArgumentException(
          "'%s' is of the family PRIORITY, whose locks run padme only: declare it as EXCLUSIVE to"
                  .formatted(name)
              + " run plain locks with it");
    }
    if (algorithm.flaw().isPresent()) {
      throw new IllegalArgumentException(
          "%s %s, so it is there to be examined and is no lock: name another protocol"
              .formatted(name, algorithm.flaw().get()));
    }
    if (algorithm.restless()) {
      throw new IllegalArgumentException(
          "'%s' never rests, even while no process asks, so it is no lock: name another protocol"
              .formatted(name));
    }
    try {
      var _ = algorithm.process(0, Layout.plain(1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' cannot run a lock that any member may ask for: %s".formatted(name, e.getMessage()),
          e);
    }
    FrameCodec.requireSendable(algorithm);
  }
}
