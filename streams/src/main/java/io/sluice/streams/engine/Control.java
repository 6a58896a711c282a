package io.sluice.streams.engine;

import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.streams.engine.work.GroupState;
import java.util.Map;

/** What reaches an instance beside its records. */
sealed interface Control {

  /**
   * A message of the protocol.
   *
   * @param state the state of the key groups that move with it
   */
  record Message(int from, KeyedMessage message, Map<Integer, GroupState> state)
      implements Control {}

  /** To an instance that deletes itself: its heir has processed what it inherited. */
  record TakenOver() implements Control {}

  /** Run this instance, which gets your records, on your carrier. */
  record Adopt(Instance instance) implements Control {}

  /** Duplicate yourself, as often as that. */
  record Duplicate(int times) implements Control {}

  /** Delete yourself. */
  record Delete() implements Control {}

  /** To a keeper: see that the operator has the number of instances that it was told to have. */
  record Steer() implements Control {}

  /** To a source: read no more. */
  record StopReading() implements Control {}

  /** To a source that reads no more: no instance will begin or end, so say that this is the end. */
  record Finish() implements Control {}
}
