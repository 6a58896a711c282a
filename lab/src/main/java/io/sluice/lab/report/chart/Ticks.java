package io.sluice.lab.report.chart;

import io.sluice.lab.report.chart.Scale.Tick;
import io.sluice.lab.report.svg.Numbers;
import java.util.ArrayList;
import java.util.List;

/** Round positions for ticks: 1-2-5 steps on linear axes, powers of ten on logarithmic ones. */
final class Ticks {
  private static final double[] ROUND = {1, 2, 5, 10};

  /** Absorbs the rounding of sums and logarithms; far below any visible distance. */
  private static final double SLACK = 1e-9;

  private Ticks() {}

  /** The smallest 1-2-5 step that needs at most {@code labels} intervals. */
  static double step(double span, int labels) {
    double raw = span / Math.max(1, labels);
    double decade = Math.pow(10, Math.floor(Math.log10(raw)));
    for (double factor : ROUND) {
      if (factor * decade >= raw * (1 - SLACK)) {
        return factor * decade;
      }
    }
    return 10 * decade;
  }

  static List<Tick> linear(Axis axis, double low, double high, double step) {
    List<Tick> ticks = new ArrayList<>();
    int decimals = Math.max(0, (int) -Math.floor(Math.log10(step) + SLACK));
    long first = (long) Math.ceil(low / step - SLACK);
    long last = (long) Math.floor(high / step + SLACK);
    for (long i = first; i <= last; i++) {
      double value = i * step;
      ticks.add(
          new Tick(value, Numbers.label(axis.mirrored() ? Math.abs(value) : value, decimals)));
    }
    return ticks;
  }

  static List<Tick> named(List<String> names) {
    List<Tick> ticks = new ArrayList<>();
    for (String name : names) {
      ticks.add(new Tick(ticks.size() + 1, name));
    }
    return ticks;
  }

  /** The greatest of 1, 2, 5 times a power of ten that is not above the value. */
  static double roundDown(double value) {
    double decade = decadeBelow(value);
    double best = decade;
    for (double factor : ROUND) {
      best = factor * decade <= value * (1 + SLACK) ? factor * decade : best;
    }
    return best;
  }

  /** The least of 1, 2, 5 times a power of ten that is not below the value. */
  static double roundUp(double value) {
    double down = roundDown(value);
    return down >= value * (1 - SLACK) ? down : roundDown(down * 2.5 * (1 + SLACK));
  }

  static Scale logScale(double low, double high, int labels) {
    double top = high > low * (1 + SLACK) ? high : low * 10;
    List<Tick> ticks = new ArrayList<>();
    double decades = Math.log10(top / low);
    // Under two decades powers of ten alone would leave one or two labels, so 2 and 5 get theirs.
    boolean label125 = decades < 2;
    int every = (int) Math.max(1, Math.ceil((decades + 1) / Math.max(1, labels)));
    int first = (int) Math.floor(Math.log10(low) + SLACK);
    for (int exponent = first; Math.pow(10, exponent) <= top * (1 + SLACK); exponent++) {
      for (int factor = 1; factor < 10; factor++) {
        double value = factor * Math.pow(10, exponent);
        boolean major =
            factor == 1
                ? Math.floorMod(exponent, every) == 0
                : label125 && (factor == 2 || factor == 5);
        if (value >= low * (1 - SLACK) && value <= top * (1 + SLACK) && (major || every == 1)) {
          ticks.add(new Tick(value, major ? Numbers.label(value, Math.max(0, -exponent)) : ""));
        }
      }
    }
    return new Scale(true, low, top, ticks);
  }

  private static double decadeBelow(double value) {
    return Math.pow(10, Math.floor(Math.log10(value) + SLACK));
  }
}
