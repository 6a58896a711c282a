package io.sluice.streams.kafka.slot;

import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;

/** What one slot sends to another, with the records or as one of them. */
sealed interface Item {

  /**
   * A record on its way to a slot.
   *
   * @param input by which input of the operator it comes
   * @param group the group of its key; 0 for a stateless operator
   * @param time its event time
   * @param watermark the watermark at its source when it was read
   */
  record Entry(int input, int group, Object record, long time, long watermark) implements Item {}

  /** The sender will send no record up to this time any more. */
  record Watermark(int from, long time) implements Item {}

  /** A message of the protocol that travels with the records. */
  record Note(int from, InBand message) implements Item {}

  /** The sender will send nothing any more: its sources have ended. */
  record End(int from) implements Item {}
}
