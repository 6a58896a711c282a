package io.sluice.bench.streams.measure;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * What was measured of an engine.
 *
 * @param failures the figures that could not be measured, with the reason
 * @param othersCores how many cores other programs used meanwhile, in the worst figure
 */
public record Results(
    String name,
    String title,
    Map<Metric, Double> figures,
    Map<Figure, String> failures,
    OptionalDouble othersCores) {

  /** Empty if it was not measured. */
  public OptionalDouble get(Metric metric) {
    var value = figures.get(metric);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
