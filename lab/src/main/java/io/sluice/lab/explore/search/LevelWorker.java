package io.sluice.lab.explore.search;

import io.sluice.lab.explore.reduction.Ample;
import io.sluice.lab.explore.reduction.SleepSets;
import io.sluice.lab.explore.table.Frontier;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LevelTable;
import io.sluice.lab.explore.table.SeenWorlds;
import io.sluice.lab.explore.world.Canonical;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.Fingerprint;
import io.sluice.lab.explore.world.Judge;
import io.sluice.lab.explore.world.Memo;
import io.sluice.lab.verdict.Finding;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One core's share of a {@link LevelSearch}: looks at worlds of a level, and keeps the new ones.
 */
final class LevelWorker<S, M> {

  /** How many worlds are looked up together. */
  private static final int TOGETHER = 32;

  /** For how many worlds it takes room at a time. */
  private static final int ROOM = 1024;

  /** The source of a world that only an optional move leads to. */
  private static final int NOT_BOUND = -1;

  /** Keeps reading ahead from being optimised away. */
  long touched;

  private final int self;
  private final Canonical<S, M> canonical;

  /** The world that is looked at, and what judges whether anything happens in it. */
  private final Cursor<S, M> cursor;

  private final Judge<S, M> endJudge;

  /** A world that was found, and what judges it. */
  private final Cursor<S, M> arrival;

  private final Judge<S, M> judge;
  private final Optional<Ample<S, M>> ample;
  private final SleepSets sleepSets;
  private final EndFinder<S, M> ends;
  private final IntList moves = new IntList();
  private final PendingWorlds pending;
  private final SeenWorlds seen;

  /** Where moves sleep none may lead back, so that is not looked for move by move. */
  private final boolean strict;

  /** The worlds of the level that it has taken, and which of them it looks at. */
  private final TakenWorlds taken;

  private int first;
  private int at;
  private int end;

  /** The moves that sleep in each of these worlds. */
  private final long[] sleepers = new long[LevelPart.CHUNK];

  /** Whether each of them is an end, or a move that is bound to happen leads onward from it. */
  private final boolean[] onward = new boolean[LevelPart.CHUNK];

  /** How many worlds it may still add to the table. */
  private int room;

  private int found;
  private long transitions;
  private boolean backward;
  private boolean hopeless;
  private Optional<Finding> standstill = Optional.empty();
  private Optional<Finding> wrong = Optional.empty();

  LevelWorker(SearchTask<S, M> task, SleepSets sleepSets, SeenWorlds seen, int self) {
    this.self = self;
    this.sleepSets = sleepSets;
    this.seen = seen;
    this.strict = sleepSets.areUsed();
    var memo = new Memo<>(task.dictionary());
    this.canonical = Canonical.of(task.scope(), memo);
    this.cursor = new Cursor<>(task.scope(), memo, canonical);
    this.arrival = new Cursor<>(task.scope(), memo, canonical);
    boolean whole = task.commutation().isEmpty();
    this.endJudge = new Judge<>(task.scope(), cursor, memo, whole);
    this.judge = new Judge<>(task.scope(), arrival, memo, whole);
    this.ends = new EndFinder<>(arrival);
    this.taken = new TakenWorlds(Cursor.frontier(task.scope()));
    this.pending = new PendingWorlds(Cursor.width(task.scope()));
    this.ample = task.commutation().map(known -> new Ample<>(cursor, known));
  }

  /** Puts the first world on a level. */
  void seed(Level level) {
    cursor.loadInitial();
    pending.add(cursor, Fingerprint.spread(cursor.fingerprint()), -1, 0);
    lookUp(level);
  }

  Cursor<S, M> cursor() {
    return cursor;
  }

  /** A level begins of which nothing is known. */
  void startLevel() {
    taken.clear();
    first = 0;
    at = 0;
    end = 0;
    found = 0;
  }

  /**
   * Looks at worlds of the level, as long as there are any and the next has room.
   *
   * @param goesOn asked after some worlds whether to go on
   */
  void expand(Level level, Level next, BooleanSupplier goesOn) {
    room = 0;
    do {
      for (; at < end; at++) {
        if (!expand(taken.worlds(), next)) {
          return;
        }
      }
      lookUp(next);
      lookAhead(taken.worlds());
    } while (takeMore(level) && goesOn.getAsBoolean());
  }

  /** Whether there is nothing on the level any more that it could look at. */
  boolean isDone(Level level) {
    return at == end && taken.isEmpty() && level.isTaken();
  }

  private boolean takeMore(Level level) {
    if (taken.isEmpty() && !level.take(self, taken)) {
      return false;
    }
    first = taken.next();
    at = first;
    end = taken.advance();
    wake(level);
    Arrays.fill(onward, false);
    return true;
  }

  private void wake(Level level) {
    var worlds = taken.worlds();
    for (int world = first; world < end; world++) {
      long key = Fingerprint.spread(worlds.fingerprint(world));
      sleepers[world - first] = level.table().sleeping(key);
    }
  }

  /** Looks at one world; false if there is no room for what it leads to. */
  private boolean expand(Frontier worlds, Level next) {
    cursor.load(worlds, at);
    moves.clear();
    cursor.moves(moves);
    if (pending.size() >= TOGETHER || pending.size() + moves.size() > room) {
      lookUp(next);
    }
    if (moves.size() > room) {
      room += next.takeRoom(ROOM + moves.size());
    }
    if (moves.size() > room) {
      return false;
    }
    ample.ifPresent(choice -> choice.choose(moves));
    long sleeping = sleepers[at - first];
    boolean bound = false;
    for (int k = 0; k < moves.size(); k++) {
      int move = moves.get(k);
      boolean optional = !cursor.isBoundToHappen(move);
      bound |= !optional;
      long bit = sleepSets.bit(move);
      if ((sleeping & bit) == 0) {
        long key = Fingerprint.spread(cursor.outcome(move));
        long asleep = sleepSets.after(sleeping, cursor.process(move));
        pending.add(cursor, key, ~asleep, optional ? NOT_BOUND : at - first);
        cursor.undo();
        sleeping |= bit;
      }
    }
    transitions += moves.size();
    if (!bound) {
      onward[at - first] = true;
      standstill = first(standstill, endJudge.standstill());
    }
    return true;
  }

  /** Looks up what the latest moves have led to, and keeps what is new and not wrong. */
  private void lookUp(Level next) {
    var table = next.table();
    long[] keys = pending.keys();
    table.touch(keys, pending.size());
    if (!strict) {
      touchSeen(table, keys);
    }
    for (int k = 0; k < pending.size(); k++) {
      if (!strict && !table.has(keys[k]) && seen.has(keys[k])) {
        backward = true;
        continue;
      }
      if (pending.source(k) != NOT_BOUND) {
        onward[pending.source(k)] = true;
      }
      if (table.add(keys[k], pending.awake(k))) {
        found++;
        room--;
        pending.load(k, arrival);
        keep(next.part(self));
      }
    }
    pending.clear();
  }

  private void touchSeen(LevelTable table, long[] keys) {
    long sum = 0;
    for (int k = 0; k < pending.size(); k++) {
      if (!table.has(keys[k])) {
        sum += seen.touch(keys[k]);
      }
    }
    touched = sum;
  }

  private void keep(LevelPart kept) {
    canonical.normalise(arrival);
    var found = judge.judge();
    if (found.isPresent()) {
      wrong = first(wrong, found);
    } else {
      kept.add(arrival.vector(), arrival.fingerprint());
    }
  }

  /**
   * From a world that leads onward, level by level, some end is reached. From others it has to be
   * shown; but not where one order of many is searched, which shows nothing unless all runs end.
   */
  private void lookAhead(Frontier worlds) {
    if (backward && ample.isEmpty() && !hopeless) {
      for (int world = first; world < end; world++) {
        hopeless |= !onward[world - first] && !ends.reaches(worlds, world);
      }
    }
    first = end;
  }

  /** Of several findings always the same, whichever worker comes upon it first. */
  private static Optional<Finding> first(Optional<Finding> one, Optional<Finding> other) {
    return one.isEmpty() || (other.isPresent() && Finding.ORDER.compare(other.get(), one.get()) < 0)
        ? other
        : one;
  }

  /** Whether it could not be shown that some world leads to an end. */
  boolean isHopeless() {
    return hopeless;
  }

  /** Whether some move has led back to a world seen before, as far as that was looked for. */
  boolean hasComeBack() {
    return backward;
  }

  long bytes() {
    return ends.bytes();
  }

  /** How many worlds it has found on this level. */
  int found() {
    return found;
  }

  long transitions() {
    return transitions;
  }

  /** What is wrong with a world of the level in which nothing happens any more. */
  Optional<Finding> standstill() {
    return standstill;
  }

  /** Something wrong with a world of the next level. */
  Optional<Finding> wrong() {
    return wrong;
  }
}
