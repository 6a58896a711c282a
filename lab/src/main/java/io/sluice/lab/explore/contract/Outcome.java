package io.sluice.lab.explore.contract;

import java.util.List;

/** All that a step did: the next state, and what it wrote to the outbox. */
public record Outcome<S, M>(
    S next,
    List<Send<M>> sends,
    List<Grant> grants,
    boolean joined,
    boolean departed,
    List<Timer> timers,
    List<Draw> draws) {

  /** A message that the process sent. */
  public record Send<M>(int to, M message) {}

  /** A permission to enter. */
  public record Grant(int unit, long fence) {}

  /** A timer that the process set. */
  public record Timer(String name, long delayMillis) {}

  /** A draw that the process asked for. */
  public record Draw(String name, int bound) {}
}
