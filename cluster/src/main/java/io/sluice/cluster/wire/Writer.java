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
      if (size >= LONGEST_FRAME) {
        throw new IllegalArgumentException(
            "a message of more than %,d bytes".formatted(LONGEST_FRAME));
      }
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) octet;
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
    for (byte octet : encoded) {
      octet(octet);
    }
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
