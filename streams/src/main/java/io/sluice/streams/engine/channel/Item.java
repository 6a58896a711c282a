package io.sluice.streams.engine.channel;

import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;

/** What the inbox of an instance holds. */
public sealed interface Item permits Batch, Item.Note, Item.Watermark, Item.EndOfInput {

  /** The number of the instance that sent it. */
  int from();

  /** A message of the protocol that travels with the records. */
  record Note(int from, InBand message) implements Item {}

  /** The sender will send no record up to this time any more. */
  record Watermark(int from, long time) implements Item {}

  /** The sender will send nothing any more: its sources have ended. */
  record EndOfInput(int from) implements Item {}
}
