package io.sluice.lab.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers as bytes, written one after the other and read in the same order. Small ints take one or
 * two bytes, since most numbers of a world are small.
 */
public final class Bytes {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MOST_OF_AN_INT = 5;

  private byte[] items = new byte[1 << 12];
  private int size;
  private int at;

  public int size() {
    return size;
  }

  /** Forgets everything. */
  public void clear() {
    size = 0;
    at = 0;
  }

  /** The bytes themselves, valid up to the size and until the next addition. */
  public byte[] array() {
    return items;
  }

  /** Is to be filled from outside with this many bytes, which are read from the first on. */
  public byte[] fill(int length) {
    clear();
    reserve(length);
    size = length;
    return items;
  }

  public void putLong(long value) {
    reserve(Long.BYTES);
    EIGHT_BYTES.set(items, size, value);
    size += Long.BYTES;
  }

  public void putInt(int value) {
    reserve(MOST_OF_AN_INT);
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      items[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    items[size++] = (byte) rest;
  }

  /** Whether everything was read. */
  public boolean isRead() {
    return at >= size;
  }

  public long getLong() {
    long value = (long) EIGHT_BYTES.get(items, at);
    at += Long.BYTES;
    return value;
  }

  public int getInt() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = items[at++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  private void reserve(int more) {
    if (size + more > items.length) {
      items = Arrays.copyOf(items, Math.max(size + more, 2 * items.length));
    }
  }
}
