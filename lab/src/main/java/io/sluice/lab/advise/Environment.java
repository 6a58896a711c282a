package io.sluice.lab.advise;

import io.sluice.lab.simulate.Delay;

/**
 * The conditions under which the participants run.
 *
 * @param latency how long a message takes
 * @param hold how long a participant holds the lock
 * @param children how many children a participant can have; it keeps a connection to each
 */
public record Environment(Delay latency, Delay hold, int children) {

  /** The defaults of {@code sluice simulate}. */
  public static final Environment USUAL =
      new Environment(Delay.millis(1, 5), Delay.millis(1000), 8);

  public Environment {
    if (children < 1) {
      throw new IllegalArgumentException(
          "a participant must be allowed at least 1 child, not " + children);
    }
  }
}
