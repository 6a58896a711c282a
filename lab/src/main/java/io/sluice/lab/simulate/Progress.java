package io.sluice.lab.simulate;

/** Hears every now and then how far a long run has come. */
@FunctionalInterface
public interface Progress {

  /**
   * Reports.
   *
   * @param events how many have been processed
   * @param simulatedNanos the simulated time
   */
  void report(long events, long simulatedNanos);
}
