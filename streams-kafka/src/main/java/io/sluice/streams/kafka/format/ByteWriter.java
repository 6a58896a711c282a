package io.sluice.streams.kafka.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Collects bytes. The classes that are named in them are named once; see {@link #type}. */
public final class ByteWriter {

  private byte[] bytes = new byte[256];
  private int size;
  private Map<Class<?>, Integer> types = Map.of();

  public int size() {
    return size;
  }

  public void octet(int octet) {
    makeRoom(1);
    bytes[size++] = (byte) octet;
  }

  public void flag(boolean flag) {
    octet(flag ? 1 : 0);
  }

  /** Seven bits a byte, the lowest first; the sign is in the lowest bit of all. */
  public void number(long number) {
    makeRoom(10);
    long rest = (number << 1) ^ (number >> 63);
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Eight bytes, for numbers that are seldom small. */
  public void word(long word) {
    makeRoom(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (word >>> shift);
    }
  }

  public void bytes(byte[] more) {
    number(more.length);
    raw(more);
  }

  public void raw(byte[] more) {
    makeRoom(more.length);
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  public void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Names a class: its name the first time, its number later on. */
  public void type(Class<?> type) {
    var known = types.get(type);
    if (known != null) {
      number(known);
    } else {
      number(types.size());
      if (types.isEmpty()) {
        types = new HashMap<>(); // Most writers name no class.
      }
      types.put(type, types.size());
      text(type.getName());
    }
  }

  private void makeRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
