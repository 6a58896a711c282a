package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.LevelTable;
import io.sluice.lab.explore.world.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The worlds of one level: a table of all, and for each worker those that it has found. */
final class Level {

  private final SearchTask<?, ?> task;
  private final int workers;
  private final LevelTable table;
  private final List<LevelPart> parts = new ArrayList<>();

  /** How many worlds may still be added before the table has to grow. */
  private final AtomicInteger room = new AtomicInteger();

  /**
   * @param table the table of its worlds
   */
  Level(SearchTask<?, ?> task, LevelTable table) {
    this.task = task;
    this.workers = task.effort().workers();
    this.table = table;
    reserveParts(workers);
  }

  /** Has at least this many parts: one for each worker, and more if more wrote it to files. */
  void reserveParts(int number) {
    while (parts.size() < number) {
      parts.add(new LevelPart(Cursor.frontier(task.scope())));
    }
  }

  LevelTable table() {
    return table;
  }

  LevelPart part(int number) {
    return parts.get(number);
  }

  List<LevelPart> parts() {
    return parts;
  }

  /** Gives a worker worlds that no worker has taken, its own first; false if there are none. */
  boolean take(int worker, TakenWorlds worlds) {
    for (int tried = 0; tried < parts.size(); tried++) {
      if (parts.get((worker + tried) % parts.size()).take(worlds)) {
        return true;
      }
    }
    return false;
  }

  /** Makes room for more worlds, as far as the table has any beside those it holds. */
  void makeRoom(long held) {
    room.set((int) (table.limit() - held));
  }

  /** Gives a worker some of the room, if there is any left. */
  int takeRoom(int most) {
    int left = room.getAndUpdate(now -> now - Math.min(now, most));
    return Math.min(left, most);
  }

  boolean isTaken() {
    return parts.stream().allMatch(LevelPart::isTaken);
  }

  /**
   * Expects to follow a level of some size; every worker has to {@link #clearTable} its part then.
   */
  void resize(long before) {
    table.resize(before + before / 2);
  }

  /** One worker's share in making the table empty. */
  void clearTable(int worker) {
    table.clear(worker, workers);
  }

  /** One worker's share in making all but the table empty. */
  void clear(int worker) {
    for (int part = worker; part < parts.size(); part += workers) {
      parts.get(part).clear();
    }
  }

  long size() {
    return parts.stream().mapToLong(LevelPart::size).sum();
  }

  long bytes() {
    return table.bytes() + parts.stream().mapToLong(LevelPart::bytes).sum();
  }
}
