package io.sluice.lab.experiment;

import io.sluice.lab.report.chart.Point;
import java.util.List;

/**
 * A summary of measurements.
 *
 * @param deviation the standard deviation of the sample; 0 for a single one
 */
public record Statistics(int count, double mean, double min, double max, double deviation) {

  public static Statistics of(List<? extends Number> values) {
    double[] numbers = values.stream().mapToDouble(Number::doubleValue).toArray();
    if (numbers.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    double sum = 0;
    double min = numbers[0];
    double max = numbers[0];
    for (double number : numbers) {
      sum += number;
      min = Math.min(min, number);
      max = Math.max(max, number);
    }
    // A rounding error must not move the mean of equal numbers out of their range.
    double mean = Math.clamp(sum / numbers.length, min, max);
    double squares = 0;
    for (double number : numbers) {
      squares += (number - mean) * (number - mean);
    }
    double deviation = numbers.length == 1 ? 0 : Math.sqrt(squares / (numbers.length - 1));
    return new Statistics(numbers.length, mean, min, max, deviation);
  }

  /** A quantile: the smallest value for 0, the median for 0.5. */
  public static double quantile(List<? extends Number> values, double share) {
    double[] sorted = values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    return sorted[(int) Math.round(share * (sorted.length - 1))];
  }

  /** The mean with its range, as a point at x. */
  public Point at(double x) {
    return Point.of(x, mean, min, max);
  }
}
