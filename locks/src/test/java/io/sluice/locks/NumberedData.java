package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/**
 * Data each of whose blocks carries the number of its version, its own index and a checksum; the
 * first version is full of zeros. So whatever is torn, mixed, misplaced or damaged is found out.
 */
final class NumberedData {

  /** Not a divisor of what nodes compare and send. */
  private static final int BLOCK = 5_000;

  private static final int HEAD = 3 * Long.BYTES;

  private NumberedData() {}

  /** The data is not one version, whole. */
  static final class Torn extends RuntimeException {
    private static final long serialVersionUID = 1;

    Torn(String where) {
      super(where);
    }
  }

  /** Writes that version. */
  static void write(MemorySegment data, long number) {
    for (long begin = 0, index = 0; begin < data.byteSize(); begin += BLOCK, index++) {
      var block = block(data, begin);
      block.asSlice(HEAD).fill((byte) (number * 31 + index));
      block.set(JAVA_LONG.withByteAlignment(1), 0, number);
      block.set(JAVA_LONG.withByteAlignment(1), Long.BYTES, index);
      block.set(JAVA_LONG.withByteAlignment(1), 2L * Long.BYTES, checksum(block, number, index));
    }
  }

  /**
   * The number of the version.
   *
   * @throws Torn if it is not one version, whole
   */
  static long number(MemorySegment data) {
    long number = data.get(JAVA_LONG.withByteAlignment(1), 0);
    for (long begin = 0, index = 0; begin < data.byteSize(); begin += BLOCK, index++) {
      var block = block(data, begin);
      boolean whole =
          number == 0
              ? block.mismatch(MemorySegment.ofArray(new byte[(int) block.byteSize()])) < 0
              : block.get(JAVA_LONG.withByteAlignment(1), 0) == number
                  && block.get(JAVA_LONG.withByteAlignment(1), Long.BYTES) == index
                  && block.get(JAVA_LONG.withByteAlignment(1), 2L * Long.BYTES)
                      == checksum(block, number, index);
      if (!whole) {
        throw new Torn("version " + number + " is torn at block " + index);
      }
    }
    return number;
  }

  private static MemorySegment block(MemorySegment data, long begin) {
    return data.asSlice(begin, Math.min(BLOCK, data.byteSize() - begin));
  }

  private static long checksum(MemorySegment block, long number, long index) {
    var sum = new CRC32C();
    sum.update(block.asSlice(HEAD).toArray(JAVA_BYTE));
    return sum.getValue() * 31 + number * 17 + index;
  }
}
