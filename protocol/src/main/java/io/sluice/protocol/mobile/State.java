package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;

/** All that a process knows. */
public record State(Presence presence, TreeRole tree, Queueing queue, Era era) {

  /** How far a process has come into the cluster, and out of it. Each turns into the next. */
  public sealed interface Presence {
    /** Not told to join yet. */
    record Stranger() implements Presence {}

    /** Waits for its place. */
    record Joining() implements Presence {}

    /** A member that may ask. */
    record Member() implements Presence {}

    /** Told to depart, but still has duties in the queue. */
    record Departing() implements Presence {}

    /** Waits for another process to take its place. */
    record Quitting() implements Presence {}

    /** Has departed; but knows a member to which it refers newcomers that still ask here. */
    record Departed(@ProcessId int successor) implements Presence {}
  }

  static final Presence MEMBER = new Presence.Member();
  static final Presence JOINING = new Presence.Joining();
  static final Presence DEPARTING = new Presence.Departing();
  static final Presence QUITTING = new Presence.Quitting();

  static final State STRANGER =
      new State(new Presence.Stranger(), TreeRole.NOWHERE, Queueing.NONE, Era.FIRST);

  /** Whether it is no member, not yet or no more. */
  public boolean isOutside() {
    return switch (presence) {
      case Presence.Stranger(), Presence.Joining(), Presence.Departed(_) -> true;
      case Presence.Member(), Presence.Departing(), Presence.Quitting() -> false;
    };
  }

  State with(Presence other) {
    return new State(other, tree, queue, era);
  }

  State with(TreeRole other) {
    return new State(presence, other, queue, era);
  }

  State with(Queueing other) {
    return new State(presence, tree, other, era);
  }

  State with(Era other) {
    return new State(presence, tree, queue, other);
  }
}
