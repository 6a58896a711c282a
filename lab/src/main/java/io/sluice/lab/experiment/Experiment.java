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

  /** What users call it; also the name of its section in the report. */
  String name();

  /** A heading. */
  String title();

  /** One sentence: what is varied and what is counted. */
  String summary();

  /**
   * The same with so few points that live nodes, which cannot hurry, measure it in a minute or two.
   * Empty if it needs what only the simulator has.
   */
  default Optional<Experiment> forLiveNodes() {
    return Optional.empty();
  }

  /**
   * How long a planned second takes with live nodes, in seconds, unless somebody says otherwise:
   * slow enough for a broker, quick enough for two or three minutes.
   */
  default double liveScale() {
    return 0.2;
  }

  /**
   * Runs it.
   *
   * @throws ExperimentFailed if a protocol breaks a rule that it must keep
   * @throws java.util.concurrent.CancellationException if the options say so
   */
  Section run(Options options, Progress progress);
}
