package io.sluice.protocol.data;

import io.sluice.protocol.Time;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of the data in the explorer's model: a version that consists of a few blocks.
 *
 * <p>A block's mark is the version that last changed it. So the marks say which blocks a process
 * that has another version must fetch. The blocks hold, in place of bytes, the version whose bytes
 * they are; in a whole copy they are what the marks say.
 *
 * @param marks for each block the version that last changed it
 * @param blocks for each block the version whose bytes it holds
 */
public record Copy(@Time long version, List<@Time Long> marks, List<@Time Long> blocks) {

  static final int BLOCKS = 2;

  /** The first version, which every process has. */
  static final Copy FIRST = new Copy(0, List.of(0L, 0L), List.of(0L, 0L));

  /** Whether all bytes are those of the version. */
  boolean isWhole() {
    return marks.equals(blocks);
  }

  /** The first block that differs from what a version with these marks has, or {@link #BLOCKS}. */
  static int firstDifference(List<Long> wanted, List<Long> had) {
    int block = 0;
    while (block < BLOCKS && wanted.get(block).equals(had.get(block))) {
      block++;
    }
    return block;
  }

  /** The next version, in which the first blocks were written. */
  Copy written(long next, int changed) {
    return new Copy(next, begun(marks, next, changed), begun(blocks, next, changed));
  }

  private static List<Long> begun(List<Long> list, long next, int changed) {
    var other = new ArrayList<>(list);
    for (int block = 0; block < changed; block++) {
      other.set(block, next);
    }
    return List.copyOf(other);
  }

  static List<Long> set(List<Long> list, int block, long value) {
    var other = new ArrayList<>(list);
    other.set(block, value);
    return List.copyOf(other);
  }
}
