package io.sluice.cli.text;

import io.sluice.cli.environment.Terminal;
import io.sluice.cli.option.Entries;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceDiagram;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SpaceTimeText;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.TreeMap;

/** A search in words, for people. */
public final class SearchText {

  /** The width of a terminal that has room for diagrams. */
  private static final int WIDTH = 100;

  private SearchText() {}

  /** What is searched, in a line. */
  public static String scope(Scope<?, ?> scope) {
    var words = new StringJoiner(", ");
    words.add(scope.algorithm().name() + " on " + LayoutSpec.of(scope.layout()).words());
    if (!scope.algorithm().family().claims(scope.layout(), 0).isEmpty()) {
      words.add(Entries.words(scope.entries()));
    }
    new TreeMap<>(scope.orders())
        .forEach((kind, most) -> addRare(words, most, kind + " order", kind + " orders"));
    words.add(
        switch (scope.channels()) {
          case FIFO -> "FIFO channels";
          case UNORDERED -> "channels in any order";
        });
    var faults = scope.faults();
    addRare(words, faults.crashes(), "crash", "crashes");
    addRare(words, faults.losses(), "loss", "losses");
    addRare(words, faults.duplicates(), "duplicate", "duplicates");
    addRare(words, faults.pauses(), "pause", "pauses");
    addRare(words, faults.delays(), "delay", "delays");
    var churn = scope.churn();
    addRare(words, churn.joins(), "join", "joins");
    addRare(words, churn.departures(), "departure", "departures");
    addRare(words, churn.withdrawals(), "withdrawal", "withdrawals");
    if (scope.symmetry()) {
      words.add("up to symmetry");
    }
    if (scope.overtaking()) {
      words.add("overtaking judged");
    }
    return words.toString();
  }

  private static void addRare(StringJoiner words, int number, String one, String many) {
    if (number > 0) {
      words.add("up to " + number + " " + (number == 1 ? one : many));
    }
  }

  /** How far a search is. */
  public static String progress(long worlds, long frontier, int depth, double seconds) {
    return String.format(
        Locale.ROOT,
        "%,d worlds, %,.0f worlds/s, frontier %,d, depth %d",
        worlds,
        worlds / Math.max(seconds, 1e-3),
        frontier,
        depth);
  }

  /** The verdict and what it took, in a line. */
  public static String verdict(Result result, Terminal terminal) {
    return verdict(result.verdict(), terminal)
        + String.format(
            Locale.ROOT,
            ": %,d worlds, %,d transitions, depth %d, %.2f s",
            result.worlds(),
            result.transitions(),
            result.depth(),
            result.seconds());
  }

  /** How sure it is that no world was missed, in a sentence. */
  public static String certainty(Result result) {
    return result.missed() == 0
        ? "Worlds were compared, so none was missed."
        : String.format(
            Locale.ROOT,
            "The probability that a world was missed, since another has its fingerprint, is %.1g at"
                + " most.",
            result.missed());
  }

  /** The verdict in a word, green or red. */
  public static String verdict(Verdict verdict, Terminal terminal) {
    return switch (verdict) {
      case Verdict.Ok _ -> terminal.good(verdict.word());
      case Verdict.Incomplete _ -> terminal.strong(verdict.word());
      default -> terminal.bad(verdict.word());
    };
  }

  /** The trace as a diagram in letters. */
  public static String diagram(Trace trace, Layout layout, Terminal terminal) {
    var untitled = TraceDiagram.of("trace", "", trace, layout);
    String drawn =
        terminal.unicode() ? SpaceTimeText.render(untitled) : SpaceTimeText.renderAscii(untitled);
    return trace.cycle() == Trace.NO_CYCLE
        ? drawn
        : drawn + "     from row %d on it repeats without end%n".formatted(trace.cycle());
  }

  /** The trace as a diagram to be drawn into a file. */
  public static SpaceTime picture(Scope<?, ?> scope, Trace trace, String what) {
    String protocol = scope.algorithm().name();
    return TraceDiagram.of(
        "trace-" + protocol.replaceAll("[^A-Za-z0-9_-]", "-"),
        "%s on %s: %s".formatted(protocol, LayoutSpec.of(scope.layout()).words(), what),
        trace,
        scope.layout());
  }

  /** What a search or replay came to, in a sentence of its own. */
  public static String sentence(Verdict verdict, String what) {
    // What is wrong may begin with the name of a process, which stays as it is.
    return verdict.isViolation()
        ? "What is wrong: " + what + "."
        : String.join(
            "\n",
            TextTable.wrap(Character.toUpperCase(what.charAt(0)) + what.substring(1) + ".", WIDTH));
  }
}
