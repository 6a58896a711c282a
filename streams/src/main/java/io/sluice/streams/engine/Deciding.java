package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Load;

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

  /** What it has measured for the latest decision, in words. */
  String reason();

  /** The words for a load: what arrives for all instances of an operator, and what each can do. */
  static String words(Load load, double capacity, long stepNanos) {
    double steps = 1e9 / stepNanos;
    return "%,.0f records a second for %d instance%s of %,.0f"
        .formatted(
            load.records() * load.sharing() * steps,
            load.sharing(),
            load.sharing() == 1 ? "" : "s",
            capacity * steps);
  }
}
