package io.sluice.lab.experiment;

import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import java.util.concurrent.CancellationException;

/** One run within an experiment. */
public final class Trial {

  private Trial() {}

  /**
   * Runs a simulation, whatever its outcome.
   *
   * @throws CancellationException if the run was cancelled
   */
  public static Outcome run(Simulation<?, ?> simulation, long seed, Options options) {
    var outcome = options.runner().run(simulation.seed(seed).cancelledWhen(options.cancelled()));
    if (outcome.end() == End.CANCELLED) {
      throw new CancellationException();
    }
    return outcome;
  }

  /**
   * Runs a simulation of a protocol that must be correct. Figures of a run that broke a rule mean
   * nothing, so such a run ends the experiment.
   *
   * @throws ExperimentFailed if an auditor finds a violation or a node waits forever
   */
  public static Outcome runSound(Simulation<?, ?> simulation, long seed, Options options) {
    var outcome = run(simulation, seed, options);
    outcome
        .violation()
        .ifPresent(found -> fail(outcome, seed, found.verdict().word() + ": " + found.what()));
    if (outcome.end() == End.STALLED) {
      fail(outcome, seed, "stalled: " + outcome.waiting().size() + " nodes wait forever");
    }
    return outcome;
  }

  private static void fail(Outcome outcome, long seed, String what) {
    throw new ExperimentFailed(
        "%s with %d nodes and seed %d, after %s s: %s"
            .formatted(
                outcome.protocol(), outcome.nodes(), seed, outcome.simulatedSeconds(), what));
  }
}
