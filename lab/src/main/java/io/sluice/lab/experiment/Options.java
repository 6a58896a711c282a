package io.sluice.lab.experiment;

import java.util.function.BooleanSupplier;

/**
 * How an experiment is to be run.
 *
 * @param seeds with how many seeds each setting is run; 0 for the experiment's own number
 * @param cancelled becomes true when the result is no longer wanted
 * @param runner runs the experiment's plans
 */
public record Options(int seeds, BooleanSupplier cancelled, Runner runner) {

  /** Each experiment's own number of seeds, in the simulator, never cancelled. */
  public static final Options DEFAULT = new Options(0, () -> false);

  public Options {
    if (seeds < 0) {
      throw new IllegalArgumentException(
          "the number of seeds is 0 (the experiment's own) or" + " more, not negative");
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
