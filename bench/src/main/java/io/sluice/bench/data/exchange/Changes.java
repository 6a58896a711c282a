package io.sluice.bench.data.exchange;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Which bytes a writer changes: a share of the blocks, evenly spread. Each page of these carries a
 * number that rises with each turn, so that old or mixed bytes are noticed.
 *
 * @param share from 0 to 1
 * @param declared whether the writer says what it has changed, where that is possible
 */
public record Changes(double share, boolean declared) {

  /** All bytes, found by comparing. */
  public static final Changes ALL = new Changes(1, false);

  private static final int BLOCK = 64 << 10;
  private static final int PAGE = 4 << 10;
  private static final ValueLayout.OfLong NUMBER = ValueLayout.JAVA_LONG_UNALIGNED;

  /** Takes a run of bytes. */
  @FunctionalInterface
  public interface Run {
    void of(long offset, long length);
  }

  public Changes {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is more than 0 and at most 1, not " + share);
    }
  }

  /** Calls with each block that changes. */
  public void forEach(long size, Run run) {
    long blocks = (size + BLOCK - 1) / BLOCK;
    long changed = Math.max(1, Math.round(share * blocks));
    for (long i = 0; i < changed; i++) {
      long offset = i * blocks / changed * BLOCK;
      run.of(offset, Math.min(BLOCK, size - offset));
    }
  }

  /** The number of the latest turn, which the first page carries. */
  public static long number(MemorySegment bytes) {
    return bytes.get(NUMBER, 0);
  }

  /**
   * Looks at each page that changes.
   *
   * @return the number that all of them carry
   * @throws IllegalStateException if they carry different ones
   */
  public long check(MemorySegment bytes) {
    long number = number(bytes);
    forEach(
        bytes.byteSize(),
        (offset, length) -> {
          for (long page = 0; page < length; page += PAGE) {
            long there = bytes.get(NUMBER, offset + page);
            if (there != number) {
              throw new IllegalStateException(
                  "turn %d at byte %d, but turn %d at byte 0"
                      .formatted(there, offset + page, number));
            }
          }
        });
    return number;
  }

  /** Changes every byte of each block that changes. */
  public void write(MemorySegment bytes, long number) {
    forEach(
        bytes.byteSize(),
        (offset, length) -> {
          bytes.asSlice(offset, length).fill((byte) number);
          for (long page = 0; page < length; page += PAGE) {
            bytes.set(NUMBER, offset + page, number);
          }
        });
  }
}
