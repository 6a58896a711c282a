package io.sluice.bench.data;

import io.sluice.bench.report.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** The times of all rounds of a run, in seconds. */
final class DataResults {

  /**
   * What was measured: variants of one figure with the same x were measured in turns.
   *
   * @param x bytes, a share, or 0
   */
  record Cell(Figure figure, String variant, double x) {}

  private final Map<Cell, List<Double>> rounds = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private boolean failed;

  void add(Figure figure, String variant, double x, double seconds) {
    rounds.computeIfAbsent(new Cell(figure, variant, x), _ -> new ArrayList<>()).add(seconds);
  }

  void skipped(String what, String why) {
    notes.add(what + " was skipped: " + why);
  }

  void failed(String what, Exception why) {
    failed = true;
    notes.add(what + " failed: " + why);
  }

  void note(String text) {
    notes.add(text);
  }

  boolean hasFailed() {
    return failed;
  }

  List<String> notes() {
    return notes;
  }

  Map<Cell, List<Double>> rounds() {
    return rounds;
  }

  /** All x of a figure, in their order. */
  List<Double> xs(Figure figure) {
    var all = new TreeSet<Double>();
    rounds.keySet().stream().filter(each -> each.figure == figure).forEach(each -> all.add(each.x));
    return List.copyOf(all);
  }

  Optional<Range> range(Figure figure, String variant, double x) {
    return Optional.ofNullable(rounds.get(new Cell(figure, variant, x))).map(Range::of);
  }

  /** The ratio of two variants, round by round. */
  Optional<Range> ratio(Figure figure, String one, String other, double x) {
    var first = rounds.get(new Cell(figure, one, x));
    var second = rounds.get(new Cell(figure, other, x));
    return first == null || second == null
        ? Optional.empty()
        : Optional.of(Range.ratio(first, second));
  }

  /** The median of {@link #ratio}. */
  OptionalDouble median(Figure figure, String one, String other, double x) {
    return ratio(figure, one, other, x)
        .map(range -> OptionalDouble.of(range.median()))
        .orElse(OptionalDouble.empty());
  }
}
