package io.sluice.lab.verdict;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import java.util.Comparator;

/**
 * Something that is wrong with a world or a run.
 *
 * @param what the verdict in a sentence, without its full stop
 */
public record Finding(Verdict verdict, String what) {

  /** A fixed order, so that of several findings always the same one is reported. */
  public static final Comparator<Finding> ORDER =
      Comparator.comparing((Finding finding) -> finding.verdict().word())
          .thenComparing(Finding::what);

  /** A process threw an exception when it was given an input; {@link #of} says which process. */
  public static Finding failed(Input<?> input, Throwable thrown, Layout layout) {
    return failed(input, thrown + place(thrown), layout);
  }

  /** A process did something that no protocol may do when it was given an input. */
  public static Finding failed(Input<?> input, String how, Layout layout) {
    return new Finding(
        new Verdict.Failed(), "failed on %s: %s".formatted(words(input, layout), how));
  }

  /** Something other than a step threw an exception. */
  public static Finding failed(String what, Throwable thrown) {
    return new Finding(
        new Verdict.Failed(), "%s failed: %s%s".formatted(what, thrown, place(thrown)));
  }

  /** The same finding about a process: its name becomes the subject of the sentence. */
  public Finding of(String process) {
    return new Finding(verdict, process + " " + what);
  }

  private static String place(Throwable thrown) {
    var frames = thrown.getStackTrace();
    return frames.length == 0 ? "" : " at " + frames[0];
  }

  private static String words(Input<?> input, Layout layout) {
    return switch (input) {
      case Input.Acquire<?>(Claim claim) ->
          claim.words().isEmpty() ? "a request" : "a request for " + claim.words();
      case Input.Release<?> _ -> "a release";
      case Input.Receive<?>(int from, var message) ->
          "message %s from %s".formatted(message, layout.name(from));
      case Input.Withdraw<?> _ -> "a withdrawal";
      case Input.Expired<?>(String timer) -> "timer " + timer;
      case Input.Drawn<?>(String draw, int outcome) -> "draw %s=%d".formatted(draw, outcome);
      case Input.Tick<?>(long now) -> "the time " + now;
      case Input.Excluded<?>(int peer) -> "the exclusion of " + layout.name(peer);
      case Input.Join<?>(int introducer) -> "a join through " + layout.name(introducer);
      case Input.Depart<?> _ -> "a departure";
      case Input.Order<?>(var order) -> "order " + order;
    };
  }
}
