package io.sluice.lab.advise;

import io.sluice.lab.simulate.Delay;

/**
 * What the participants find.
 *
 * @param latency how long a message takes
 * @param hold how long somebody stays inside
 */
public record Surroundings(Delay latency, Delay hold) {

  /** As for a simulation of which nothing else is said. */
  public static final Surroundings USUAL = new Surroundings(Delay.millis(1, 5), Delay.millis(1000));
}
