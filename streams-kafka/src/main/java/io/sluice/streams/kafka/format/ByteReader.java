package io.sluice.streams.kafka.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads what a {@link ByteWriter} wrote; whatever is longer than the bytes is refused. */
public final class ByteReader {

  private final byte[] bytes;
  private int at;
  private final List<Class<?>> types = new ArrayList<>(0);

  public ByteReader(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean isAtEnd() {
    return at == bytes.length;
  }

  public byte octet() {
    if (at == bytes.length) {
      throw new UnreadableException("the bytes are cut short");
    }
    return bytes[at++];
  }

  public boolean flag() {
    return octet() != 0;
  }

  public long number() {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = octet();
      bits |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw new UnreadableException("a number of more than 64 bits");
  }

  public int smallNumber() {
    return (int) number();
  }

  public long word() {
    long word = 0;
    for (int each = 0; each < 8; each++) {
      word = (word << 8) | (octet() & 0xff);
    }
    return word;
  }

  /** How many there are of something of which each takes at least one byte. */
  public int count() {
    long count = number();
    if (count < 0 || count > bytes.length - at) {
      throw new UnreadableException("the bytes have no room for as many as they say: " + count);
    }
    return (int) count;
  }

  public byte[] bytes() {
    int length = count();
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** What has not been read yet. */
  public byte[] rest() {
    var rest = Arrays.copyOfRange(bytes, at, bytes.length);
    at = bytes.length;
    return rest;
  }

  public String text() {
    int length = count();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /** A class that {@link ByteWriter#type} has named. */
  public Class<?> type(ClassLoader loader) {
    long number = number();
    if (number >= 0 && number < types.size()) {
      return types.get((int) number);
    }
    if (number != types.size()) {
      throw new UnreadableException("there is no class " + number);
    }
    String name = text();
    try {
      var type = Class.forName(name, false, loader);
      types.add(type);
      return type;
    } catch (ClassNotFoundException e) {
      throw new UnreadableException(
          "class %s is not on the class path: was it renamed or removed?".formatted(name), e);
    }
  }
}
