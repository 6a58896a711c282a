package io.sluice.cluster.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the few things that messages consist of. */
final class Writer {

  /** No frame is longer; see {@link Reader}. */
  static final int LONGEST_FRAME = 1 << 20;

  static final int DEEPEST = 32;

  private byte[] bytes = new byte[64];
  private int size;

  void octet(int octet) {
    if (size == bytes.length) {
      makeRoom(1);
    }
    bytes[size++] = (byte) octet;
  }

  private void makeRoom(int more) {
    if (size + more > LONGEST_FRAME) {
      throw new IllegalArgumentException(
          "a message of more than %,d bytes".formatted(LONGEST_FRAME));
    }
    bytes = Arrays.copyOf(bytes, Math.clamp(2L * bytes.length, size + more, LONGEST_FRAME));
  }

  /** Numbers of 16 bits, in two bytes. */
  void pair(int number) {
    octet(number >> Byte.SIZE);
    octet(number);
  }

  /** Replaces what {@link #pair} wrote at that place. */
  void replacePair(int place, int number) {
    bytes[place] = (byte) (number >> Byte.SIZE);
    bytes[place + 1] = (byte) number;
  }

  int size() {
    return size;
  }

  void flag(boolean flag) {
    octet(flag ? 1 : 0);
  }

  void number(long number) {
    long rest = (number << 1) ^ (number >> 63);
    while ((rest & ~0x7fL) != 0) {
      octet((int) rest | 0x80);
      rest >>>= 7;
    }
    octet((int) rest);
  }

  void text(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > Codec.LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "a text of %,d bytes; at most %,d are sent"
              .formatted(encoded.length, Codec.LONGEST_TEXT));
    }
    number(encoded.length);
    if (size + encoded.length > bytes.length) {
      makeRoom(encoded.length);
    }
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
