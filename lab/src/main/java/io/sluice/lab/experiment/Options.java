package io.sluice.lab.experiment;

import java.util.function.BooleanSupplier;

/**
 * How an experiment is to be run.
 *
 * @param seeds how often each setting is run, each time with another seed; 0 leaves it to the
 *     experiment
 * @param cancelled turns true when nobody wants the result any more
 * @param runner runs what is planned
 */
public record Options(int seeds, BooleanSupplier cancelled, Runner runner) {

  /** As many seeds as each experiment thinks right, to the end. */
  public static final Options DEFAULT = new Options(0, () -> false);

  public Options {
    if (seeds < 0) {
      throw new IllegalArgumentException("an experiment has 0 seeds (its own number) or more");
    }
  }

  /** In the simulator. */
  public Options(int seeds, BooleanSupplier cancelled) {
    this(seeds, cancelled, Runner.SIMULATED);
  }

  /** The number of seeds, given the experiment's own. */
  public int seedsOr(int own) {
    return seeds == 0 ? own : seeds;
  }
}
