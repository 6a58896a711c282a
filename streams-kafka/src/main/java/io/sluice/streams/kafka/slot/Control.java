package io.sluice.streams.kafka.slot;

import io.sluice.protocol.scaling.keyed.KeyedMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What goes to the control partition of a slot. */
public sealed interface Control {

  /** A message of the protocol that does not travel with the records. */
  record OfProtocol(int from, KeyedMessage message) implements Control {}

  /**
   * The state of these groups follows, then the message of the protocol that moves them.
   *
   * @param epochs for each group a number that rises with each move: state with a lower one is old
   */
  record Moving(Map<Integer, Long> epochs) implements Control {}

  /** What was copied ahead has been sent: answer when it is there. */
  record Copied(int from) implements Control {}

  /** To an instance that copies state ahead: all of it is here. */
  record CopyTaken(int by) implements Control {}

  /**
   * To an instance of a bounded source, ahead of the message that moves partitions to it.
   *
   * @param ends where each partition of the topic ends, as it was when the pipeline began
   */
  record Ends(Map<Integer, Long> ends) implements Control {}

  /** To an instance that deletes itself: its heir has processed what it inherited. */
  record TakenOver() implements Control {}

  /** An order of the keeper, to be carried out as soon as nothing else is. */
  sealed interface Order extends Control {}

  /** Duplicate yourself into these slots. */
  record Duplicate(List<Integer> newborn) implements Order {}

  /** Delete yourself. */
  record Delete() implements Order {}

  /** What only a keeper gets. */
  sealed interface ToKeeper extends Control {}

  /**
   * An instance has begun, or has carried out an order.
   *
   * @param owned how many groups it has now; of a source, how many partitions
   * @param declined the slots that it was to start and did not
   */
  record Active(int slot, int owned, List<Integer> declined) implements ToKeeper {}

  /** An instance has deleted itself. */
  record Left(int slot) implements ToKeeper {}

  /** An instance has processed everything that its senders will ever send. */
  record Ended(int slot) implements ToKeeper {}

  /**
   * By its load, an instance decides that there should be more or fewer.
   *
   * @param change how many more; -1 for one fewer
   */
  record Wish(int slot, int change) implements ToKeeper {}

  /** From an application: have that number of instances, or decide by your load again. */
  record Goal(Optional<Integer> instances) implements ToKeeper {}
}
