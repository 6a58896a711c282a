package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;

/** All that a process knows. */
public record State(Membership membership, TreeRole tree, Queueing queue, Era era) {

  /** How far a process has come into the cluster, and out of it. Each turns into the next. */
  public sealed interface Membership {
    /** Not told to join yet. */
    record Stranger() implements Membership {}

    /** Waits for its place. */
    record Joining() implements Membership {}

    /** A member that may ask. */
    record Member() implements Membership {}

    /** Told to depart, but still has duties in the queue. */
    record Departing() implements Membership {}

    /** Waits for another process to take its place. */
    record Quitting() implements Membership {}

    /** Has departed; but knows a member to which it refers newcomers that still ask here. */
    record Departed(@ProcessId int successor) implements Membership {}
  }

  static final Membership MEMBER = new Membership.Member();
  static final Membership JOINING = new Membership.Joining();
  static final Membership DEPARTING = new Membership.Departing();
  static final Membership QUITTING = new Membership.Quitting();

  static final State STRANGER =
      new State(new Membership.Stranger(), TreeRole.NOWHERE, Queueing.NONE, Era.FIRST);

  /** Whether it is no member, not yet or no more. */
  public boolean isOutside() {
    return switch (membership) {
      case Membership.Stranger(), Membership.Joining(), Membership.Departed(_) -> true;
      case Membership.Member(), Membership.Departing(), Membership.Quitting() -> false;
    };
  }

  State with(Membership other) {
    return new State(other, tree, queue, era);
  }

  State with(TreeRole other) {
    return new State(membership, other, queue, era);
  }

  State with(Queueing other) {
    return new State(membership, tree, other, era);
  }

  State with(Era other) {
    return new State(membership, tree, queue, other);
  }
}
