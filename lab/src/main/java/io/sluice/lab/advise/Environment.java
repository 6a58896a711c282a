package io.sluice.lab.advise;

import io.sluice.lab.simulate.Delay;

/**
 * What the participants find.
 *
 * @param latency how long a message takes
 * @param hold how long somebody stays inside
 * @param children how many children a participant can have: to each it keeps a connection
 */
public record Environment(Delay latency, Delay hold, int children) {

  /** As for a simulation of which nothing else is said. */
  public static final Environment USUAL =
      new Environment(Delay.millis(1, 5), Delay.millis(1000), 8);

  public Environment {
    if (children < 1) {
      throw new IllegalArgumentException(
          "in a tree somebody has at least one child, not " + children);
    }
  }
}
