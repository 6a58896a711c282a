package io.sluice.streams.kafka.slot;

import io.sluice.cluster.wire.Codec;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.format.UnreadableException;
import io.sluice.streams.kafka.slot.Item.Entry;
import java.util.function.Consumer;

/**
 * What the data partition of a slot has, as bytes: packs of records, messages of the protocol that
 * travel with them, watermarks, and the end.
 */
final class Items {

  private static final byte PACK = 0;
  private static final byte NOTE = 1;
  private static final byte WATERMARK = 2;
  private static final byte END = 3;

  private static final Codec<KeyedMessage> MESSAGES = Codec.of(KeyedMessage.class);

  private final RecordFormat format;
  private final boolean timed;

  Items(RecordFormat format, boolean timed) {
    this.format = format;
    this.timed = timed;
  }

  void write(Entry entry, ByteWriter pack) {
    pack.number(entry.input());
    pack.number(entry.group());
    if (timed) {
      pack.number(entry.time());
      pack.number(entry.watermark());
    }
    format.write(entry.record(), pack);
  }

  private Entry readEntry(ByteReader in) {
    int input = in.smallNumber();
    int group = in.smallNumber();
    long time = timed ? in.number() : Output.NO_TIME;
    long watermark = timed ? in.number() : Output.NO_TIME;
    return new Entry(input, group, format.read(in), time, watermark);
  }

  /** A record alone, for one that is parked. */
  byte[] toBytes(Entry entry) {
    var out = new ByteWriter();
    write(entry, out);
    return out.toBytes();
  }

  Entry entry(byte[] bytes) {
    return readEntry(new ByteReader(bytes));
  }

  /**
   * @param watermark the sender's, behind these records
   */
  byte[] pack(int from, long watermark, ByteWriter records) {
    var out = header(PACK, from);
    if (timed) {
      out.number(watermark);
    }
    out.raw(records.toBytes());
    return out.toBytes();
  }

  /** What is no pack. */
  static byte[] single(Item item) {
    return switch (item) {
      case Item.Watermark(int from, long time) -> {
        var out = header(WATERMARK, from);
        out.number(time);
        yield out.toBytes();
      }
      case Item.Note(int from, var message) -> {
        var out = header(NOTE, from);
        out.raw(MESSAGES.encode(message));
        yield out.toBytes();
      }
      case Item.End(int from) -> header(END, from).toBytes();
      case Entry _ -> throw new IllegalArgumentException("records are packed");
    };
  }

  private static ByteWriter header(byte kind, int from) {
    var out = new ByteWriter();
    out.octet(kind);
    out.number(from);
    return out;
  }

  void read(byte[] item, Consumer<Item> reader) {
    var in = new ByteReader(item);
    byte kind = in.octet();
    int from = in.smallNumber();
    switch (kind) {
      case PACK -> {
        long watermark = timed ? in.number() : Output.NO_TIME;
        while (!in.isAtEnd()) {
          reader.accept(readEntry(in));
        }
        reader.accept(new Item.Watermark(from, watermark));
      }
      case NOTE -> {
        if (!(MESSAGES.decode(in.rest()) instanceof KeyedMessage.InBand message)) {
          throw new UnreadableException("a message that does not travel with records");
        }
        reader.accept(new Item.Note(from, message));
      }
      case WATERMARK -> reader.accept(new Item.Watermark(from, in.number()));
      case END -> reader.accept(new Item.End(from));
      default -> throw new UnreadableException("there is no kind of item " + kind);
    }
  }
}
