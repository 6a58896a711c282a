package io.sluice.cluster.runtime;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;

/** A lock was asked for with another protocol than the one that a member already runs it with. */
public final class ProtocolMismatchException extends IllegalArgumentException {

  private final String lock;
  private final String asked;
  private final Family askedFamily;
  private final String member;
  private final String running;
  private final Family runningFamily;

  /**
   * @param lock the lock's name
   * @param asked the protocol it was asked for with, at this node
   * @param member the name of the member that runs it with another; empty for this node itself
   * @param running that other protocol; empty if the member does not know the one asked for
   * @param runningFamily the other protocol's family, as far as this node knows
   */
  ProtocolMismatchException(
      String lock, Algorithm<?, ?> asked, String member, String running, Family runningFamily) {
    super(message(lock, asked.name(), member.isEmpty() ? "this node" : member, running));
    this.lock = lock;
    this.asked = asked.name();
    this.askedFamily = asked.family();
    this.member = member;
    this.running = running;
    this.runningFamily = runningFamily;
  }

  private static String message(String lock, String asked, String member, String running) {
    return running.isEmpty()
        ? "%s does not know the protocol '%s' of lock '%s': register it in every node"
            .formatted(member, asked, lock)
        : "%s runs lock '%s' with %s, not with %s".formatted(member, lock, running, asked);
  }

  public String lock() {
    return lock;
  }

  /** The protocol that the lock was asked for with, at this node. */
  public String asked() {
    return asked;
  }

  public Family askedFamily() {
    return askedFamily;
  }

  /** The member that disagrees; empty for this node itself. */
  public String member() {
    return member;
  }

  /** The protocol that the member runs it with; empty if it does not know the one asked for. */
  public String running() {
    return running;
  }

  public Family runningFamily() {
    return runningFamily;
  }
}
