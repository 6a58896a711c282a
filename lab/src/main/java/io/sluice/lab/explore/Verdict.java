package io.sluice.lab.explore;

/** What a search found. */
public sealed interface Verdict {

  /** Everything that was asked holds in every reachable world. */
  record Ok() implements Verdict {}

  /** Two processes were inside that the conflict rule keeps apart. */
  record Exclusion() implements Verdict {}

  /** Somebody waits and nothing can happen any more. */
  record Deadlock() implements Verdict {}

  /** Things can still happen, but never again will everybody have been served. */
  record Stuck() implements Verdict {}

  /** Somebody waits for ever although every message arrives and everybody leaves. */
  record Starvation() implements Verdict {}

  /** A promise of this protocol, or of all protocols, is broken. */
  record Broken(String invariant) implements Verdict {}

  /** The search was ended before it was complete; nothing was found until then. */
  record Incomplete() implements Verdict {}

  /** The word that the command line prints. */
  default String word() {
    return switch (this) {
      case Ok() -> "ok";
      case Exclusion() -> "exclusion";
      case Deadlock() -> "deadlock";
      case Stuck() -> "stuck";
      case Starvation() -> "starvation";
      case Broken(String invariant) -> "invariant:" + invariant;
      case Incomplete() -> "incomplete";
    };
  }

  /** Whether an error was found. */
  default boolean isViolation() {
    return !(this instanceof Ok || this instanceof Incomplete);
  }
}
