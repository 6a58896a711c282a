package io.sluice.lab.explore.search;

import io.sluice.lab.explore.checkpoint.BlockFile;
import io.sluice.lab.explore.table.Bytes;
import io.sluice.lab.explore.table.Frontier;

/** The worlds of a level that one worker has taken, and which it looks at some at a time. */
final class TakenWorlds {

  /** For worlds that come from a file. */
  private final Frontier buffer;

  private final Bytes block = new Bytes();

  private Frontier worlds;
  private int next;
  private int end;

  TakenWorlds(Frontier buffer) {
    this.buffer = buffer;
    this.worlds = buffer;
  }

  void take(Frontier from, int first, int last) {
    worlds = from;
    next = first;
    end = last;
  }

  void take(BlockFile file, int number) {
    file.read(number, block);
    buffer.clear();
    for (int world = 0; world < file.items(number); world++) {
      buffer.read(block);
    }
    take(buffer, 0, buffer.size());
  }

  Frontier worlds() {
    return worlds;
  }

  boolean isEmpty() {
    return next == end;
  }

  /** The first of the worlds to be looked at next. */
  int next() {
    return next;
  }

  /** Moves on by up to {@link LevelPart#CHUNK} worlds, and returns where these end. */
  int advance() {
    next = Math.min(end, next + LevelPart.CHUNK);
    return next;
  }

  void clear() {
    next = 0;
    end = 0;
  }
}
