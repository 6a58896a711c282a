package io.sluice.lab.experiment;

import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;

/** Runs what an experiment has planned: in the simulator, or elsewhere with live nodes. */
public interface Runner {

  /** The simulator, on all cores. */
  Runner SIMULATED =
      new Runner() {
        @Override
        public Outcome run(Simulation<?, ?> plan) {
          return plan.run();
        }

        @Override
        public int atOnce() {
          return Runtime.getRuntime().availableProcessors();
        }

        @Override
        public String links() {
          return "1 to 5 ms each message, uniform, FIFO, reliable";
        }
      };

  /** Runs it, to the end or until it is cancelled. */
  Outcome run(Simulation<?, ?> plan);

  /** No plan to come has more nodes than this. */
  default void expect(int most) {}

  /** How many runs there may be at the same time. */
  int atOnce();

  /** What messages go through, in words for the report. */
  String links();

  /**
   * How long a planned second takes, in seconds, where there is a clock on the wall. What is
   * measured is told in planned time, too.
   */
  default double scale() {
    return 1;
  }

  /** A time that was measured, as the clock on the wall had it. */
  default double onTheWall(double planned) {
    return planned * scale();
  }
}
