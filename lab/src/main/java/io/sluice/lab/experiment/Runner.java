package io.sluice.lab.experiment;

import io.sluice.lab.experiment.scaling.LiveScaling;
import io.sluice.lab.experiment.scaling.ScalingPlan;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Runs an experiment's plans: in the simulator, or with live nodes. */
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

  /** Runs a plan to the end, or until it is cancelled. */
  Outcome run(Simulation<?, ?> plan);

  /**
   * Runs a pipeline of operators with real instances and records. A step of the plan takes as long
   * as a planned second.
   *
   * @param cancelled becomes true when the result is no longer wanted
   * @param progress is told the share of the steps that are over
   * @throws ExperimentFailed if a record was lost or processed twice
   * @throws java.util.concurrent.CancellationException if the run was cancelled
   * @throws UnsupportedOperationException if this runner is not live
   */
  default LiveScaling run(ScalingPlan plan, BooleanSupplier cancelled, DoubleConsumer progress) {
    throw new UnsupportedOperationException("only live runners run pipelines");
  }

  /** Announces the largest number of nodes of the plans to come. */
  default void expect(int most) {}

  /** How many runs may take place at the same time. */
  int atOnce();

  /** A description of the network for the report. */
  String links();

  /**
   * How many real seconds a planned second takes. Measured times are given in planned time, too.
   */
  default double scale() {
    return 1;
  }

  /** A measured time on the real clock. */
  default double realTime(double planned) {
    return planned * scale();
  }
}
