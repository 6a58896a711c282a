package io.sluice.lab.experiment;

/** Receives an experiment's progress, always on the thread that runs it. */
@FunctionalInterface
public interface Progress {

  /** Ignores the progress. */
  Progress SILENT = (_, _) -> {};

  /**
   * Reports.
   *
   * @param what the current step
   * @param fraction of the whole, from 0 to 1
   */
  void at(String what, double fraction);

  /** The progress of a part that covers the whole from one fraction to another. */
  default Progress part(double from, double to) {
    return (what, fraction) -> at(what, from + fraction * (to - from));
  }
}
