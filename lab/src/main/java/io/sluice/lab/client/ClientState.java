package io.sluice.lab.client;

import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import java.util.Optional;

/**
 * What the environment knows of the application at one process: the client. Explorer, simulator and
 * recorded live runs all follow these transitions.
 *
 * <pre>
 *                    ASK      GRANTED  WITHDRAW  RELEASE    JOIN     JOINED    DEPART            DEPARTED
 * OUTSIDE                                                   JOINING
 * JOINING                                                            THINKING
 * THINKING           WAITING                                                   DEPARTING
 * WAITING                     INSIDE   THINKING                                DEPARTING
 * INSIDE                                         THINKING                      DEPARTING_INSIDE
 * DEPARTING_INSIDE                               DEPARTING
 * DEPARTING                                                                                      DEPARTED
 * DEPARTED                                                  JOINING
 * CRASHED
 * </pre>
 *
 * <p>{@code CRASH} leads from any state to {@code CRASHED}. Where the table is empty, the action is
 * illegal. What the environment does ({@code ASK}, {@code WITHDRAW}, {@code RELEASE}, {@code JOIN},
 * {@code DEPART}, {@code CRASH}) it does only where it is legal; where the protocol does something
 * illegal ({@code GRANTED}, {@code JOINED}, {@code DEPARTED}), the protocol is wrong, and {@link
 * #objection} says in which way.
 */
public enum ClientState {
  /** Not a member yet, and not told to join. */
  OUTSIDE,
  /** Told to join; the protocol has not made the process a member yet. */
  JOINING,
  /** A member that neither waits nor is inside. */
  THINKING,
  /** A member that has asked and has not been let in. */
  WAITING,
  /** A member that was let in and has not released. */
  INSIDE,
  /** Told to depart while inside: it releases first. */
  DEPARTING_INSIDE,
  /** Told to depart; the protocol has not ended its membership yet. */
  DEPARTING,
  /** No longer a member. */
  DEPARTED,
  /** Stopped for good. */
  CRASHED;

  /** What an application does, is told, or has done to it. */
  public enum Action {
    /** It asks for the lock. */
    ASK,
    /** The protocol lets it in. */
    GRANTED,
    /** It gives up its request. */
    WITHDRAW,
    /** It gives the lock back. */
    RELEASE,
    /** Its process is told to join. */
    JOIN,
    /** The protocol has made its process a member. */
    JOINED,
    /** Its process is told to depart; a request that waits is given up by that. */
    DEPART,
    /** The protocol has ended the membership of its process. */
    DEPARTED,
    /** Its process stops for good. */
    CRASH
  }

  /** The state that an action leads to; empty if the action is illegal. */
  public Optional<ClientState> next(Action action) {
    return switch (action) {
      case ASK -> when(this == THINKING, WAITING);
      case GRANTED -> when(this == WAITING, INSIDE);
      case WITHDRAW -> when(this == WAITING, THINKING);
      case RELEASE -> when(isInside(), this == INSIDE ? THINKING : DEPARTING);
      case JOIN -> when(this == OUTSIDE || this == DEPARTED, JOINING);
      case JOINED -> when(this == JOINING, THINKING);
      case DEPART -> when(isSettled(), this == INSIDE ? DEPARTING_INSIDE : DEPARTING);
      case DEPARTED -> when(this == DEPARTING, DEPARTED);
      case CRASH -> Optional.of(CRASHED);
    };
  }

  private static Optional<ClientState> when(boolean legal, ClientState next) {
    return legal ? Optional.of(next) : Optional.empty();
  }

  /** Whether the action is legal in this state. */
  public boolean permits(Action action) {
    return next(action).isPresent();
  }

  /**
   * The state that a legal action leads to.
   *
   * @throws IllegalStateException if the action is not legal
   */
  public ClientState after(Action action) {
    return next(action)
        .orElseThrow(
            () ->
                new IllegalStateException("illegal for a client: %s, %s".formatted(this, action)));
  }

  /** Whether it is a member of the protocol, also if it was told to depart. */
  public boolean isMember() {
    return isSettled() || this == DEPARTING || this == DEPARTING_INSIDE;
  }

  /** Whether it is a member and was not told to depart. */
  public boolean isSettled() {
    return this == THINKING || this == WAITING || this == INSIDE;
  }

  /** Whether it holds the lock. */
  public boolean isInside() {
    return this == INSIDE || this == DEPARTING_INSIDE;
  }

  /** Whether its process was told to join or to depart, and the protocol has not done so yet. */
  public boolean isInTransition() {
    return this == JOINING || this == DEPARTING || this == DEPARTING_INSIDE;
  }

  /** What is wrong with a protocol that does something illegal to a client in this state. */
  public Finding objection(Action action) {
    return switch (action) {
      case GRANTED -> wrong("unasked-grant", "was let in without having asked");
      case JOINED -> wrong("unasked-membership", "joined without having been told to");
      case DEPARTED ->
          wrong(
              "unasked-membership",
              this == DEPARTING_INSIDE
                  ? "departed while inside"
                  : "departed without having been told to");
      case ASK, WITHDRAW, RELEASE, JOIN, DEPART, CRASH ->
          throw new IllegalArgumentException("the environment does this, not the protocol");
    };
  }

  /** What is wrong with a protocol that grants another unit than the claim asks for. */
  public static Finding wrongUnit(int given, int asked) {
    return wrong("unasked-grant", "was given unit %d, not %d".formatted(given, asked));
  }

  private static Finding wrong(String rule, String how) {
    return new Finding(new Verdict.Broken(rule), how);
  }
}
