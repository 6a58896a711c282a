package io.sluice.lab.explore.search;

import io.sluice.lab.explore.reduction.SleepSets;
import io.sluice.lab.explore.table.Frontier;
import io.sluice.lab.explore.table.LevelTable;
import io.sluice.lab.explore.world.Cursor;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The worlds of one level: a table of all, and for each worker those that it has found. */
final class Level {

  /** Worlds that a worker takes at a time. */
  static final int CHUNK = 64;

  private final LevelTable table;
  private final List<Frontier> parts;

  /** By part, how many of its worlds workers have taken. */
  private final List<AtomicInteger> dealt;

  /** How many worlds may still be added before the table has to grow. */
  private final AtomicInteger room = new AtomicInteger();

  Level(SearchTask<?, ?> task, SleepSets sleepSets) {
    int workers = task.effort().workers();
    this.table = new LevelTable(sleepSets.areUsed());
    this.parts = IntStream.range(0, workers).mapToObj(_ -> Cursor.frontier(task.scope())).toList();
    this.dealt = IntStream.range(0, workers).mapToObj(_ -> new AtomicInteger()).toList();
  }

  LevelTable table() {
    return table;
  }

  Frontier part(int number) {
    return parts.get(number);
  }

  int parts() {
    return parts.size();
  }

  /**
   * The first of the next worlds of a part that no worker has taken; not below its size if none.
   */
  int deal(int part) {
    var next = dealt.get(part);
    return next.get() >= parts.get(part).size() ? next.get() : next.getAndAdd(CHUNK);
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

  boolean isDealtOut() {
    return IntStream.range(0, parts.size())
        .allMatch(part -> dealt.get(part).get() >= parts.get(part).size());
  }

  /** Expects to follow a level of some size; every worker has to {@link #clear} its part then. */
  void resize(long before) {
    table.resize(before + before / 2);
  }

  /** One worker's share in making it empty. */
  void clear(int part) {
    table.clear(part, parts.size());
    parts.get(part).clear();
    dealt.get(part).set(0);
  }

  long size() {
    return parts.stream().mapToLong(Frontier::size).sum();
  }

  long bytes() {
    return table.bytes() + parts.stream().mapToLong(Frontier::bytes).sum();
  }
}
