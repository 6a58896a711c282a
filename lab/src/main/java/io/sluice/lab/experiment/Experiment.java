package io.sluice.lab.experiment;

import io.sluice.lab.report.page.Section;
import java.util.Optional;

/**
 * One experiment: what a paper measured, measured again with our protocols.
 *
 * <p>In the simulator it is deterministic: the same number of seeds gives the same section, on
 * every machine and with any number of cores.
 */
public interface Experiment {

  /**
   * The name on the command line and of the section in the report. It begins with the name of the
   * family, such as {@code gme-}.
   */
  String name();

  /** A heading. */
  String title();

  /** One sentence: what is varied and what is counted. */
  String summary();

  /**
   * The same with few enough points for live nodes to measure it in a minute or two; empty if it
   * needs the simulator.
   */
  default Optional<Experiment> forLiveNodes() {
    return Optional.empty();
  }

  /** Whether its live run takes place within one process, so that there is no network to choose. */
  default boolean livesInOneProcess() {
    return false;
  }

  /** The same with fewer or smaller points, which takes seconds: for tests. */
  default Experiment quick() {
    return this;
  }

  /**
   * How many real seconds a planned second takes with live nodes by default: slow enough for a
   * broker, fast enough to end in two or three minutes.
   */
  default double liveScale() {
    return 0.2;
  }

  /**
   * Runs the experiment.
   *
   * @throws ExperimentFailed if a protocol breaks a rule that it must keep
   * @throws java.util.concurrent.CancellationException if {@link Options#cancelled} became true
   */
  Section run(Options options, Progress progress);
}
