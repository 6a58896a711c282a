package io.sluice.lab.verdict;

import java.util.Optional;

/**
 * What a search, a simulated run, a live run or a replay says of a protocol.
 *
 * <p>The words that the command line prints and files hold are defined here and nowhere else:
 * {@link #word} writes one, {@link #of} reads it.
 */
public sealed interface Verdict {

  /** Everything that was asked holds in every world that was looked at. */
  record Ok() implements Verdict {}

  /** Two processes were inside that the conflict rule keeps apart. */
  record Exclusion() implements Verdict {}

  /** A process waits and nothing can happen any more. */
  record Deadlock() implements Verdict {}

  /** Things can still happen, but some process will never be served. */
  record Stuck() implements Verdict {}

  /** A process waits forever although every message arrives and every holder releases. */
  record Starvation() implements Verdict {}

  /** A promise of this protocol, or of all protocols, is broken. */
  record Broken(String invariant) implements Verdict {}

  /** A process threw an exception instead of taking a step, or took one that no protocol may. */
  record Failed() implements Verdict {}

  /** The search or run was ended before it was complete; nothing was found until then. */
  record Incomplete() implements Verdict {}

  /** The word that the command line prints. */
  default String word() {
    return switch (this) {
      case Ok() -> "ok";
      case Exclusion() -> "exclusion";
      case Deadlock() -> "deadlock";
      case Stuck() -> "stuck";
      case Starvation() -> "starvation";
      case Broken(String invariant) -> BROKEN + invariant;
      case Failed() -> "failed";
      case Incomplete() -> "incomplete";
    };
  }

  /** The verdict that a word stands for, if it stands for any. */
  static Optional<Verdict> of(String word) {
    return switch (word) {
      case "ok" -> Optional.of(new Ok());
      case "exclusion" -> Optional.of(new Exclusion());
      case "deadlock" -> Optional.of(new Deadlock());
      case "stuck" -> Optional.of(new Stuck());
      case "starvation" -> Optional.of(new Starvation());
      // The second is the word for it in trace files of earlier versions.
      case "failed", BROKEN + "unexpected-input" -> Optional.of(new Failed());
      case "incomplete" -> Optional.of(new Incomplete());
      default ->
          word.startsWith(BROKEN)
              ? Optional.of(new Broken(word.substring(BROKEN.length())))
              : Optional.empty();
    };
  }

  /** What the word of a broken promise begins with. */
  String BROKEN = "invariant:";

  /** Whether an error was found. */
  default boolean isViolation() {
    return !(this instanceof Ok || this instanceof Incomplete);
  }
}
