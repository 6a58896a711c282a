package io.sluice.lab.experiment;

import io.sluice.lab.report.chart.Point;
import java.util.List;
import java.util.Locale;

/**
 * A polynomial fitted to points by least squares.
 *
 * @param coefficients of the powers 0, 1, and so on
 * @param rSquared the share of the variance that the polynomial explains
 */
public record Fit(List<Double> coefficients, double rSquared) {

  public static Fit linear(List<Point> points) {
    return polynomial(1, points);
  }

  public static Fit quadratic(List<Point> points) {
    return polynomial(2, points);
  }

  /** A power law: the line through the logarithms. Its {@link #slope} is the exponent. */
  public static Fit power(List<Point> points) {
    return linear(points.stream().map(p -> Point.of(Math.log(p.x()), Math.log(p.y()))).toList());
  }

  public double slope() {
    return coefficients.get(1);
  }

  double at(double x) {
    double value = 0;
    for (double coefficient : coefficients.reversed()) {
      value = value * x + coefficient;
    }
    return value;
  }

  /**
   * The formula as text, without terms that round to zero: {@code 15.02 n² − 3.40 n (R² =
   * 0.99998)}.
   */
  public String formula(String variable) {
    var text = new StringBuilder();
    for (int power = coefficients.size() - 1; power >= 0; power--) {
      double coefficient = coefficients.get(power);
      String size = String.format(Locale.ROOT, "%.2f", Math.abs(coefficient));
      if (size.equals("0.00")) {
        continue;
      }
      String sign = coefficient < 0 ? "−" : "+";
      text.append(text.isEmpty() ? sign.replace("+", "") : " " + sign + " ").append(size);
      text.append(
          switch (power) {
            case 0 -> "";
            case 1 -> " " + variable;
            default -> " " + variable + "²";
          });
    }
    return text + String.format(Locale.ROOT, " (R² = %.5f)", rSquared);
  }

  private static Fit polynomial(int degree, List<Point> points) {
    if (points.stream().mapToDouble(Point::x).distinct().count() <= degree) {
      throw new IllegalArgumentException(
          "a polynomial of degree %d needs more than %d points".formatted(degree, degree));
    }
    // Scaled to at most 1, so that the equations are well conditioned.
    double scale = points.stream().mapToDouble(p -> Math.abs(p.x())).max().orElseThrow();
    double[] solution = solve(normalEquations(degree, scale, points));
    var coefficients = new Double[degree + 1];
    for (int power = 0; power <= degree; power++) {
      coefficients[power] = solution[power] / Math.pow(scale, power);
    }
    var unrated = new Fit(List.of(coefficients), 1);
    return new Fit(unrated.coefficients, unrated.explained(points));
  }

  /** One row for each power, the right-hand side in the last column. */
  private static double[][] normalEquations(int degree, double scale, List<Point> points) {
    var rows = new double[degree + 1][degree + 2];
    for (var point : points) {
      double x = point.x() / scale;
      for (int row = 0; row <= degree; row++) {
        for (int column = 0; column <= degree; column++) {
          rows[row][column] += Math.pow(x, row + column);
        }
        rows[row][degree + 1] += Math.pow(x, row) * point.y();
      }
    }
    return rows;
  }

  /** Gauss-Jordan elimination. The matrix is positive definite, so no pivot is zero. */
  private static double[] solve(double[][] rows) {
    int n = rows.length;
    for (int pivot = 0; pivot < n; pivot++) {
      for (int row = 0; row < n; row++) {
        if (row != pivot) {
          double factor = rows[row][pivot] / rows[pivot][pivot];
          for (int column = pivot; column <= n; column++) {
            rows[row][column] -= factor * rows[pivot][column];
          }
        }
      }
    }
    var solution = new double[n];
    for (int row = 0; row < n; row++) {
      solution[row] = rows[row][n] / rows[row][row];
    }
    return solution;
  }

  private double explained(List<Point> points) {
    double mean = points.stream().mapToDouble(Point::y).average().orElseThrow();
    double total = points.stream().mapToDouble(p -> square(p.y() - mean)).sum();
    double left = points.stream().mapToDouble(p -> square(p.y() - at(p.x()))).sum();
    return total == 0 ? 1 : 1 - left / total;
  }

  private static double square(double number) {
    return number * number;
  }
}
