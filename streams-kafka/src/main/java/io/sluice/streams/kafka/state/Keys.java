package io.sluice.streams.kafka.state;

import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.UnreadableException;

/** The keys of a state partition. */
public final class Keys {

  private static final byte SLOT = 0;
  private static final byte PROGRESS = 1;
  private static final byte STATE = 2;
  private static final byte PARKED = 3;
  private static final byte STEP = 4;

  private Keys() {}

  /** What an entry is. */
  public sealed interface Key {}

  /** The state of the protocol. */
  public record OfSlot() implements Key {}

  /** The progress. */
  public record OfProgress() implements Key {}

  /** The state of a key of the application. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record OfState(int group, byte[] key) implements Key {}

  /** A record that waits for the state of its group. */
  public record OfParked(long number) implements Key {}

  /** How many steps its bundle has made. */
  public record OfStep() implements Key {}

  public static byte[] step() {
    return new byte[] {STEP};
  }

  public static byte[] slot() {
    return new byte[] {SLOT};
  }

  public static byte[] progress() {
    return new byte[] {PROGRESS};
  }

  public static byte[] state(int group, byte[] key) {
    var out = new ByteWriter();
    out.octet(STATE);
    out.number(group);
    out.raw(key);
    return out.toBytes();
  }

  /** What the keys of the state of a group begin with, and no others. */
  public static byte[] group(int group) {
    return state(group, new byte[0]);
  }

  public static boolean isState(byte[] key) {
    return key[0] == STATE;
  }

  /** In the order of their numbers, byte by byte. */
  public static byte[] parked(long number) {
    var out = new ByteWriter();
    out.octet(PARKED);
    out.word(number);
    return out.toBytes();
  }

  public static Key read(byte[] bytes) {
    var in = new ByteReader(bytes);
    byte kind = in.octet();
    return switch (kind) {
      case SLOT -> new OfSlot();
      case PROGRESS -> new OfProgress();
      case STATE -> new OfState(in.smallNumber(), in.rest());
      case PARKED -> new OfParked(in.word());
      case STEP -> new OfStep();
      default -> throw new UnreadableException("there is no kind of state " + kind);
    };
  }
}
