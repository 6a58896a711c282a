package io.sluice.bench.data.measure;

/**
 * What a process computes in a step.
 *
 * @param sweeps over cells of its own
 * @param nanos for how long it waits then, as for a device that computes
 */
public record Work(long sweeps, long nanos) {

  public static final Work NONE = new Work(0, 0);

  public static Work sweeps(long number) {
    return new Work(number, 0);
  }

  /** Needs no processor here. */
  public static Work elsewhere(double seconds) {
    return new Work(0, Math.round(1e9 * seconds));
  }
}
