package io.sluice.bench.data.measure;

import java.util.List;
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

  static double median(double[] sorted) {
    int length = sorted.length;
    return DoubleStream.of(sorted[(length - 1) / 2], sorted[length / 2]).average().orElseThrow();
  }
}
