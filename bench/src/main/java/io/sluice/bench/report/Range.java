package io.sluice.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The median of several rounds, with the least and the most. */
public record Range(double least, double median, double most) {

  public static Range of(List<Double> rounds) {
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no rounds");
    }
    return new Range(sorted[0], median(sorted), sorted[sorted.length - 1]);
  }

  /** The ratios of two things that were measured in turns, round by round. */
  public static Range ratio(List<Double> one, List<Double> other) {
    return of(
        IntStream.range(0, Math.min(one.size(), other.size()))
            .mapToObj(round -> one.get(round) / other.get(round))
            .toList());
  }

  /** The median, and in brackets the others, each in that format. */
  public String text(String format) {
    return "%s (%s-%s)"
        .formatted(
            String.format(Locale.ROOT, format, median),
            String.format(Locale.ROOT, format, least),
            String.format(Locale.ROOT, format, most));
  }

  private static double median(double[] sorted) {
    int length = sorted.length;
    return DoubleStream.of(sorted[(length - 1) / 2], sorted[length / 2]).average().orElseThrow();
  }
}
