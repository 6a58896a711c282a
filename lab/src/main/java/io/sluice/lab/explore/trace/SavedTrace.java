package io.sluice.lab.explore.trace;

import java.util.List;

/**
 * A trace as a file has it. {@link Replay} runs it again and so gets a {@link Trace}.
 *
 * @param cycle where the part begins that can repeat without end, or {@link Trace#NO_CYCLE}
 */
public record SavedTrace(List<SavedStep> steps, int cycle) {

  public SavedTrace {
    steps = List.copyOf(steps);
  }

  public static SavedTrace of(Trace trace) {
    return new SavedTrace(trace.steps().stream().map(SavedStep::of).toList(), trace.cycle());
  }
}
