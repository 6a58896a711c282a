package io.sluice.lab.experiment.scaling;

import io.sluice.lab.simulate.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the loads of the operators move: each by a Brownian motion of its own.
 *
 * @param name for the report
 * @param deviation of one step
 */
record ScalingMotion(String name, Kind kind, double deviation) {

  enum Kind {
    /** The logarithm of the load moves. */
    GEOMETRIC,
    /** The load itself moves, and is reflected at zero. */
    PLAIN
  }

  /** The first of the random streams that no policy draws from. */
  private static final int FIRST_STREAM = 100;

  /**
   * The loads of all operators in each step.
   *
   * @param start the load of each before the first step
   */
  List<List<Double>> loads(long seed, int operators, int steps, double start) {
    var chances =
        IntStream.range(0, operators)
            .mapToObj(operator -> new Chance(seed, FIRST_STREAM + operator))
            .toList();
    var loads = new ArrayList<List<Double>>();
    var now = chances.stream().map(_ -> start).toList();
    for (int step = 0; step < steps; step++) {
      var before = now;
      now =
          IntStream.range(0, operators)
              .mapToObj(operator -> after(before.get(operator), chances.get(operator)))
              .toList();
      loads.add(now);
    }
    return loads;
  }

  private double after(double load, Chance chance) {
    double change = deviation * chance.normal();
    return switch (kind) {
      case GEOMETRIC -> load * StrictMath.exp(change);
      case PLAIN -> Math.abs(load + change);
    };
  }
}
