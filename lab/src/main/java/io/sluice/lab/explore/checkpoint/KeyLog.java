package io.sluice.lab.explore.checkpoint;

import io.sluice.lab.explore.table.Bytes;
import java.util.function.LongConsumer;

/** Fingerprints, written to a file in blocks. One thread uses it at a time. */
public final class KeyLog implements LongConsumer {

  private static final int BLOCK = 1 << 13;

  private final BlockFile file;
  private final Bytes block = new Bytes();

  public KeyLog(BlockFile file) {
    this.file = file;
  }

  @Override
  public void accept(long key) {
    block.putLong(key);
    if (block.size() == BLOCK * Long.BYTES) {
      flush();
    }
  }

  /** Writes what is left to the file. */
  public void flush() {
    if (block.size() > 0) {
      file.append(block, block.size() / Long.BYTES);
      block.clear();
    }
  }

  public BlockFile file() {
    return file;
  }

  /** Gives every fingerprint of a file to a consumer. */
  public static void read(BlockFile file, LongConsumer consumer) {
    var block = new Bytes();
    for (int number = 0; number < file.blocks(); number++) {
      file.read(number, block);
      while (!block.isRead()) {
        consumer.accept(block.getLong());
      }
    }
  }
}
