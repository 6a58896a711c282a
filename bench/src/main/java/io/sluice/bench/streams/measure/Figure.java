package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Ability;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be measured; each figure in a process of its own. */
public enum Figure {
  THROUGHPUT(Optional.empty(), new Throughput()),
  GAP(Optional.of(Ability.RESCALE), new ScalingGap()),
  STATE(Optional.of(Ability.RESCALE), new MovedState()),
  NEWBORN(Optional.of(Ability.RESCALE_OPERATORS), new Newborn()),
  SETTLING(Optional.of(Ability.DECIDE), new Settling()),
  IDLE(Optional.empty(), new Idle());

  private final Optional<Ability> needed;
  private final Measurement measurement;

  Figure(Optional<Ability> needed, Measurement measurement) {
    this.needed = needed;
    this.measurement = measurement;
  }

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the engine can do what is measured. */
  boolean applies(StreamEngine engine) {
    return needed.map(engine.abilities()::contains).orElse(true);
  }

  Measurement measurement() {
    return measurement;
  }

  public static Figure named(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no figure '%s'; choose from %s"
                        .formatted(
                            label,
                            String.join(
                                ", ", Arrays.stream(values()).map(Figure::label).toList()))));
  }
}
