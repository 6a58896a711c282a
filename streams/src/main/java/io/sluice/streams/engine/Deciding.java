package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;

/** How an instance decides whether to duplicate or to delete itself; used by its thread alone. */
interface Deciding {

  /** Whether the next step has come. */
  boolean isDue(long now);

  /**
   * Positive also if the step has come and the instance cannot decide, since it carries out an
   * order or has not begun: then it waits for messages and must not spin.
   */
  long nanosToNextStep(long now);

  /** Measures what has passed since the last time, and decides. */
  Decision decide(Instance self, long now);
}
