package io.sluice.lab.experiment;

import io.sluice.lab.report.Section;

/**
 * One experiment: what a paper measured, measured again with our protocols.
 *
 * <p>It is deterministic: the same number of seeds gives the same section, on every machine and
 * with any number of cores.
 */
public interface Experiment {

  /** What users call it; also the name of its section in the report. */
  String name();

  /** A heading. */
  String title();

  /** One sentence: what is varied and what is counted. */
  String summary();

  /**
   * Runs it.
   *
   * @throws ExperimentFailed if a protocol breaks a rule that it must keep
   * @throws java.util.concurrent.CancellationException if the options say so
   */
  Section run(Options options, Progress progress);
}
