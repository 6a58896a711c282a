package io.sluice.cluster.recording;

import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;

/** Records the steps of one process. Not thread-safe: as the process, it takes one at a time. */
public interface StepRecorder {

  /** Records nothing, at no cost. */
  StepRecorder NONE = new StepRecorder() {};

  /** What the process writes to in place of the outbox, so that it is recorded too. */
  default <M> Outbox<M> around(Outbox<M> effects) {
    return effects;
  }

  /** The process has taken a step; its effects are not carried out yet. */
  default void took(Input<?> input) {}

  /** The process has failed at an input. */
  default void failed(Input<?> input, Throwable why) {}
}
