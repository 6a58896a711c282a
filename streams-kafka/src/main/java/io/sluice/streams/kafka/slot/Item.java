package io.sluice.streams.kafka.slot;

import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;

/** What one slot sends to another, with the records or as one of them. */
sealed interface Item permits Entry, Item.Watermark, Item.Note, Item.End {

  /** The sender will send no record up to this time any more. */
  record Watermark(int from, long time) implements Item {}

  /** A message of the protocol that travels with the records. */
  record Note(int from, InBand message) implements Item {}

  /** The sender will send nothing any more: its sources have ended. */
  record End(int from) implements Item {}
}
