package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Ability;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be measured; each figure in a process of its own. */
public enum Figure {
  THROUGHPUT(Optional.empty()),
  GAP(Optional.of(Ability.RESCALE)),
  STATE(Optional.of(Ability.RESCALE)),
  NEWBORN(Optional.of(Ability.RESCALE_OPERATORS)),
  SETTLING(Optional.of(Ability.DECIDE)),
  IDLE(Optional.empty());

  private final Optional<Ability> needed;

  Figure(Optional<Ability> needed) {
    this.needed = needed;
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
    return switch (this) {
      case THROUGHPUT -> new Throughput();
      case GAP -> new ScalingGap();
      case STATE -> new MovedState();
      case NEWBORN -> new Newborn();
      case SETTLING -> new Settling();
      case IDLE -> new Idle();
    };
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
