package io.sluice.protocol.data;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Time;
import java.util.List;
import java.util.Optional;

/**
 * All that a process of {@link Handover} knows.
 *
 * @param lock its part in the lock
 * @param copies its part in keeping copies
 * @param turn how far its request has come
 * @param copy the copy that it has
 * @param incoming the copy that it fetches
 * @param mapped what the application sees, while it is inside
 * @param next what the application has asked for while its last entry is still being committed
 * @param presence whether the process stays, shall depart, or has departed
 * @param numbers the numbers of versions that it knows
 * @param <L> the state of the lock
 */
public record HandoverState<L>(
    L lock,
    Copies copies,
    Turn turn,
    Copy copy,
    Optional<Incoming> incoming,
    Optional<Mapped> mapped,
    Optional<Claim> next,
    Presence presence,
    Numbers numbers) {

  /** IDLE to WAITING, GRANTED, INSIDE, for a writer DECIDING and COMMITTING, and IDLE again. */
  public sealed interface Turn {
    /** Has nothing to do with the lock. */
    record Idle() implements Turn {}

    /**
     * Has asked the lock.
     *
     * @param wanted whether the application still waits for it
     */
    record Waiting(Claim claim, boolean wanted) implements Turn {}

    /** Has the lock; the newest version is on its way. */
    record Granted(Claim claim, int unit, long fence) implements Turn {}

    /** The application is inside. */
    record Inside(Claim claim) implements Turn {}

    /** The writer has released, and commits what it wrote or discards it. */
    record Deciding() implements Turn {}

    /** The new version is on its way to others; the lock is kept until enough have it. */
    record Committing() implements Turn {}
  }

  /** Whether the process stays. */
  public enum Presence {
    STAYS,
    /** Told to depart, but has duties left. */
    DEPARTING,
    /** Has passed its data on, and departs from the lock. */
    QUITTING,
    /** Has no data any more. */
    DEPARTED
  }

  /** What has arrived of a copy. */
  public record Incoming(@Time long version, List<@Time Long> marks, List<@Time Long> blocks) {}

  /**
   * What the application sees.
   *
   * @param lost whether it was told that the newest version is lost
   */
  public record Mapped(Copy copy, boolean lost) {}

  /**
   * @param highest the highest number that a version has been given
   * @param committed the last version that this process committed
   * @param discarded the last version that it wrote and did not commit
   */
  public record Numbers(
      @Time long highest, Optional<@Time Long> committed, Optional<@Time Long> discarded) {

    static final Numbers NONE = new Numbers(0, Optional.empty(), Optional.empty());

    /** What is still true of a process that has crashed. */
    Numbers atCrash() {
      return new Numbers(NONE.highest, committed, Optional.empty());
    }

    Numbers atLeast(long number) {
      return new Numbers(Math.max(highest, number), committed, discarded);
    }
  }

  static final Turn IDLE = new Turn.Idle();
  static final Turn DECIDING = new Turn.Deciding();
  static final Turn COMMITTING = new Turn.Committing();

  HandoverState<L> withLock(L other) {
    return new HandoverState<>(
        other, copies, turn, copy, incoming, mapped, next, presence, numbers);
  }

  HandoverState<L> with(Copies other) {
    return new HandoverState<>(lock, other, turn, copy, incoming, mapped, next, presence, numbers);
  }

  HandoverState<L> with(Turn other) {
    return new HandoverState<>(
        lock, copies, other, copy, incoming, mapped, next, presence, numbers);
  }

  HandoverState<L> with(Copy other) {
    return new HandoverState<>(
        lock, copies, turn, other, incoming, mapped, next, presence, numbers);
  }

  HandoverState<L> receiving(Optional<Incoming> other) {
    return new HandoverState<>(lock, copies, turn, copy, other, mapped, next, presence, numbers);
  }

  HandoverState<L> mapping(Optional<Mapped> other) {
    return new HandoverState<>(lock, copies, turn, copy, incoming, other, next, presence, numbers);
  }

  HandoverState<L> wanting(Optional<Claim> claim) {
    return new HandoverState<>(
        lock, copies, turn, copy, incoming, mapped, claim, presence, numbers);
  }

  HandoverState<L> with(Presence other) {
    return new HandoverState<>(lock, copies, turn, copy, incoming, mapped, next, other, numbers);
  }

  HandoverState<L> with(Numbers other) {
    return new HandoverState<>(lock, copies, turn, copy, incoming, mapped, next, presence, other);
  }
}
