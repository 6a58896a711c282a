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

  private final byte[] bytes;
  private int next;
  private int end;
  private int depth;

  /** Reads what remains in the buffer, whose position stays where it is. */
  Reader(ByteBuffer in) {
    if (in.remaining() > Writer.LONGEST_FRAME) {
      throw new BadFrame("a frame of %,d bytes".formatted(in.remaining()));
    }
    if (in.hasArray()) {
      bytes = in.array();
      next = in.arrayOffset() + in.position();
    } else {
      bytes = new byte[in.remaining()];
      in.get(in.position(), bytes);
    }
    end = next + in.remaining();
  }

  int remaining() {
    return end - next;
  }

  /** Reads at most that many bytes; returns where the bytes end, for {@link #end(int)}. */
  int within(int length) {
    if (length > remaining()) {
      throw new BadFrame("the frame is cut short");
    }
    int before = end;
    end = next + length;
    return before;
  }

  byte octet() {
    if (next == end) {
      throw new BadFrame("the frame is cut short");
    }
    return bytes[next++];
  }

  /** A number of 16 bits, in two bytes. */
  int pair() {
    return Byte.toUnsignedInt(octet()) << Byte.SIZE | Byte.toUnsignedInt(octet());
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
    if (count < 0 || count > remaining()) {
      throw new BadFrame("the frame has no room for as many as it says: " + count);
    }
    return (int) count;
  }

  String text() {
    int length = count();
    if (length > Codec.LONGEST_TEXT) {
      throw new BadFrame("a text of " + length + " bytes");
    }
    int begin = next;
    next += length;
    return isPlain(begin, next)
        ? new String(bytes, begin, length, StandardCharsets.ISO_8859_1)
        : decoded(begin, length);
  }

  /** Nearly all texts are names in plain letters, and take no decoder. */
  private boolean isPlain(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  private String decoded(int begin, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes, begin, length))
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
    if (next != end) {
      throw new BadFrame(remaining() + " bytes too many");
    }
  }

  /** Goes on after what was read {@link #within} a length, to that end. */
  void end(int after) {
    end = after;
  }
}
