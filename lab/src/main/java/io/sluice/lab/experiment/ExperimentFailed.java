package io.sluice.lab.experiment;

/** A protocol broke a rule that it must keep, so the experiment has no figures to report. */
public final class ExperimentFailed extends RuntimeException {

  public ExperimentFailed(String what) {
    super(what);
  }
}
