package io.sluice.lab.experiment;

/** A protocol broke a rule that it must keep: there is nothing to report but that. */
public final class ExperimentFailed extends RuntimeException {

  public ExperimentFailed(String what) {
    super(what);
  }
}
