package io.sluice.cluster.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link Writer} wrote, and believes nothing: whatever claims to be longer than the
 * bytes that are there is refused before anything is allocated for it.
 */
final class Reader {

  private final ByteBuffer in;
  private int depth;

  Reader(ByteBuffer in) {
    this.in = in;
  }

  byte octet() {
    if (!in.hasRemaining()) {
      throw new BadFrame("the frame is cut short");
    }
    return in.get();
  }

  boolean flag() {
    return switch (octet()) {
      case 0 -> false;
      case 1 -> true;
      default -> throw new BadFrame("neither yes nor no");
    };
  }

  /** Seven bits a byte, the lowest first; the sign is in the lowest bit of all. */
  long number() {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = octet();
      bits |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        if (shift == 63 && next > 1) {
          throw new BadFrame("a number of more than 64 bits");
        }
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new BadFrame("a number of more than 64 bits");
  }

  int smallNumber() {
    long number = number();
    if (number != (int) number) {
      throw new BadFrame("a number of more than 32 bits: " + number);
    }
    return (int) number;
  }

  /** A number from 0 to {@code end - 1}. */
  int below(int end, String what) {
    long number = number();
    if (number < 0 || number >= end) {
      throw new BadFrame("there is no " + what + " " + number);
    }
    return (int) number;
  }

  /** How many there are of something of which each takes at least one byte. */
  int count() {
    long count = number();
    if (count < 0 || count > in.remaining()) {
      throw new BadFrame("the frame has no room for as many as it says: " + count);
    }
    return (int) count;
  }

  String text() {
    int length = count();
    if (length > Codec.LONGEST_TEXT) {
      throw new BadFrame("a text of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return isPlain(bytes) ? new String(bytes, StandardCharsets.ISO_8859_1) : decoded(bytes);
  }

  /** Nearly all texts are names in plain letters, and take no decoder. */
  private static boolean isPlain(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0) {
        return false;
      }
    }
    return true;
  }

  private static String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadFrame("a text that is not UTF-8", e);
    }
  }

  /** Records within records: real messages have few levels, forged ones may have many. */
  void down() {
    if (++depth > Writer.DEEPEST) {
      throw new BadFrame("records within records without end");
    }
  }

  void up() {
    depth--;
  }

  void end() {
    if (in.hasRemaining()) {
      throw new BadFrame(in.remaining() + " bytes too many");
    }
  }
}
