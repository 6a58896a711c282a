package io.sluice.lab.explore.trace;

import java.util.List;

/**
 * A run, such as one that shows an error, event by event, from the first world on.
 *
 * @param cycle where the part begins that can repeat without end, or {@link #NO_CYCLE}
 */
public record Trace(List<TraceStep> steps, int cycle) {

  public static final int NO_CYCLE = -1;

  public Trace {
    steps = List.copyOf(steps);
  }

  /** A trace that ends. */
  public static Trace of(List<TraceStep> steps) {
    return new Trace(steps, NO_CYCLE);
  }

  /** What happens, without what came of it. */
  public List<Event> events() {
    return steps.stream().map(TraceStep::event).toList();
  }
}
