package io.sluice.lab.explore.search;

import io.sluice.lab.explore.checkpoint.BlockFile;
import io.sluice.lab.explore.table.Bytes;
import io.sluice.lab.explore.table.Frontier;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The worlds of one level that one worker has found: in memory, or where the search has a
 * directory, in blocks of a file, with only the latest in memory.
 */
final class LevelPart {

  /** Worlds that a worker takes at a time. */
  static final int CHUNK = 64;

  /** Worlds of a block. */
  private static final int BLOCK = 1 << 11;

  private final Frontier latest;
  private final Bytes block = new Bytes();
  private Optional<BlockFile> file = Optional.empty();

  private final AtomicInteger blocksTaken = new AtomicInteger();

  /** How many of the worlds in memory workers have taken. */
  private final AtomicInteger taken = new AtomicInteger();

  LevelPart(Frontier latest) {
    this.latest = latest;
  }

  /** Begins a level, whose worlds go to a file. */
  void writeTo(BlockFile other) {
    file = Optional.of(other);
  }

  Optional<BlockFile> file() {
    return file;
  }

  void add(int[] vector, long fingerprint) {
    latest.add(vector, fingerprint, 0);
    if (latest.size() == BLOCK && file.isPresent()) {
      flush();
    }
  }

  /** Writes the worlds in memory to the file. */
  void flush() {
    if (latest.size() > 0) {
      block.clear();
      for (int world = 0; world < latest.size(); world++) {
        latest.write(world, block);
      }
      file.orElseThrow().append(block, latest.size());
      latest.clear();
    }
  }

  long size() {
    return file.map(BlockFile::items).orElse(0L) + latest.size();
  }

  private int blocks() {
    return file.map(BlockFile::blocks).orElse(0);
  }

  /** Gives a worker the next worlds that no worker has taken; false if there are none. */
  boolean take(TakenWorlds worlds) {
    if (blocksTaken.get() < blocks()) {
      int next = blocksTaken.getAndIncrement();
      if (next < blocks()) {
        worlds.take(file.orElseThrow(), next);
        return true;
      }
    }
    int size = latest.size();
    int first = taken.get() >= size ? size : taken.getAndAdd(CHUNK);
    if (first >= size) {
      return false;
    }
    worlds.take(latest, first, Math.min(size, first + CHUNK));
    return true;
  }

  boolean isTaken() {
    return blocksTaken.get() >= blocks() && taken.get() >= latest.size();
  }

  /** Becomes empty, for another level. */
  void clear() {
    latest.clear();
    file = Optional.empty();
    blocksTaken.set(0);
    taken.set(0);
  }

  long bytes() {
    return latest.bytes() + block.array().length;
  }
}
