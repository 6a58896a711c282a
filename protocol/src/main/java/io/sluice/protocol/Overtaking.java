package io.sluice.protocol;

/**
 * How often a competitor may enter before a process that has made its own request known.
 *
 * <p>A competitor cannot give way to a request that has not arrived, so the count for a waiting
 * process and a competitor includes only entries made while the process presses the competitor, by
 * its own state, and nothing that it sent to the competitor is still in transit.
 *
 * @param bound the most entries of one competitor during one wait
 */
public record Overtaking<S>(int bound, Pressing<S> pressing) {

  /** Whether a process in this state has asked the competitor and means it. */
  @FunctionalInterface
  public interface Pressing<S> {
    boolean on(S state, int competitor);
  }
}
