package io.sluice.lab.experiment;

/** Hears how far an experiment has come, always on the thread that runs it. */
@FunctionalInterface
public interface Progress {

  /** Nobody listens. */
  Progress SILENT = (_, _) -> {};

  /**
   * Reports.
   *
   * @param what the experiment is at
   * @param fraction of the whole, from 0 to 1
   */
  void at(String what, double fraction);

  /** The progress of a part that stretches between two fractions of the whole. */
  default Progress part(double from, double to) {
    return (what, fraction) -> at(what, from + fraction * (to - from));
  }
}
