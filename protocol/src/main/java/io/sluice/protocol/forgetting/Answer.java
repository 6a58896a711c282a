package io.sluice.protocol.forgetting;

/**
 * What a member answers to the proposal to forget a name.
 *
 * @param balance messages of the lock that the member has sent in this view, less those that it has
 *     taken; 0 unless it has frozen the name
 */
public record Answer(Reply reply, int balance) {

  /** Whether the member has frozen the name. */
  public enum Reply {
    /** The name is idle there, and frozen from now on. */
    FROZEN,
    /** The name is in use there. */
    IN_USE,
    /** The name is frozen there for another proposal. */
    CONTENDED
  }

  /**
   * The answer to a proposal. The member freezes the name if the answer says so.
   *
   * @param frozen whether the name is frozen for another proposal
   * @param inUse whether a request waits or is inside
   */
  public static Answer of(boolean frozen, boolean inUse, int balance) {
    if (frozen) {
      return new Answer(Reply.CONTENDED, 0);
    }
    return inUse ? new Answer(Reply.IN_USE, 0) : new Answer(Reply.FROZEN, balance);
  }

  public boolean isFrozen() {
    return reply == Reply.FROZEN;
  }

  /** The answer of two members together: both have frozen the name, or one has not. */
  Answer and(Answer other) {
    if (isFrozen() && other.isFrozen()) {
      return new Answer(Reply.FROZEN, balance + other.balance);
    }
    boolean inUse = reply == Reply.IN_USE || other.reply == Reply.IN_USE;
    return new Answer(inUse ? Reply.IN_USE : Reply.CONTENDED, 0);
  }
}
