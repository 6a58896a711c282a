package io.sluice.page.recording;

import io.sluice.lab.explore.trace.TraceStep;

/**
 * A step of a recorded run.
 *
 * @param at when it was taken by the clock of its node, in microseconds since 1970
 * @param unit the unit that it was granted, if it was granted one
 * @param failed why the process failed at it; usually empty
 */
record RunEvent(long at, TraceStep step, int unit, String failed) {

  int process() {
    return step.process();
  }
}
