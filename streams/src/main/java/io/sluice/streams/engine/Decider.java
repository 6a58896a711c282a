package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Decision;

/** Decides for an instance how many instances its operator should have. */
interface Decider {

  /** Whether the next step has come. */
  boolean isDue(long now);

  long nanosToNextStep(long now);

  Decision decide(Instance self, long now);
}
