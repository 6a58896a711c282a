package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.checkpoint.CheckpointFolder;
import io.sluice.lab.explore.checkpoint.Manifest;
import io.sluice.lab.explore.reduction.LocalAutomaton;
import io.sluice.lab.explore.reduction.SleepSets;
import io.sluice.lab.explore.table.LevelTable;
import io.sluice.lab.explore.table.SeenWorlds;
import io.sluice.lab.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * A search that remembers of the levels before only which worlds they had, and not where moves
 * lead. Most moves lead to the next level, so a world is looked up in the small table of that level
 * first.
 *
 * <p>Progress is told without a graph: from a world that leads onward, level by level, an end is
 * reached; where a world does not, {@link EndFinder} have to be looked into. If that does not show
 * it, or if something is wrong and the way to it has to be shown, a {@link GraphSearch} has to
 * follow. Where moves sleep and one leads back, it has to begin again with all moves awake. Where
 * one order of many is searched and a move leads back, every run must end; unless a {@link
 * LocalAutomaton} shows that none does, the graph has to.
 */
public final class LevelSearch<S, M> extends Search<S, M> {

  /** Chunks of worlds between two looks at the limits. */
  private static final int BETWEEN_LOOKS = 16;

  private static final String UNTRACED = " (the way to it would take more memory to show)";

  private final List<LevelWorker<S, M>> workers = new ArrayList<>();
  private final SeenWorlds seen = new SeenWorlds();
  private final SleepSets sleepSets;
  private Level level;
  private Level next;
  private long worldsBefore;
  private long bytesBefore;
  private int chunks;

  /** What it keeps on disk, if it does. */
  private final Optional<LevelDisk> disk;

  /** The transitions before this level, and those of a search that it goes on with. */
  private long transitionsBefore;

  private long transitionsResumed;

  /** Why the workers stop before the level is done, if they do. */
  private volatile Optional<String> halt = Optional.empty();

  /** Whether a move has led back although moves sleep. */
  private volatile boolean backward;

  LevelSearch(SearchTask<S, M> task, SleepSets sleepSets) {
    super(task);
    this.sleepSets = sleepSets;
    for (int self = 0; self < task.effort().workers(); self++) {
      workers.add(new LevelWorker<>(task, sleepSets, seen, self));
    }
    var table = new LevelTable(sleepSets.areUsed());
    this.next = new Level(task, table);
    // The table of a level is of use afterwards only for the moves that sleep there.
    this.level = new Level(task, sleepSets.areUsed() ? new LevelTable(true) : table);
    this.disk = task.folder().map(LevelDisk::new);
    workers.getFirst().seed(next);
    disk.ifPresent(_ -> task.dictionary().journal().keep());
    var saved =
        task.folder()
            .filter(folder -> folder.saving().resume())
            .flatMap(CheckpointFolder::manifest);
    if (saved.isPresent() && saved.get().sleepSets() == sleepSets.areUsed()) {
      try {
        resume(disk.orElseThrow(), saved.get());
      } catch (RuntimeException e) {
        close();
        throw e;
      }
    } else {
      disk.ifPresent(
          files -> {
            files.begin(workers.size());
            files.startLevel(next);
          });
      settle();
      startLevel();
    }
  }

  /** Goes on from a checkpoint. */
  private void resume(LevelDisk files, Manifest saved) {
    files.restoreNumbers(saved, workers.getFirst().cursor());
    files.restoreLogs(saved);
    files.begin(workers.size());
    files.restoreLevel(saved, level);
    together(
        worker -> {
          seen.reserve(saved.worlds(), worker, workers.size());
          files.restoreSeen(seen, worker, workers.size());
          next.clear(worker);
        });
    bytesBefore = seen.bytes();
    worldsBefore = saved.worlds();
    transitionsResumed = saved.transitions() - 1;
    transitionsBefore = saved.transitions();
    resumeAt(saved.levels());
    next.resize(level.size());
    together(worker -> startNext(next, worker));
    files.startLevel(next);
  }

  /**
   * The ways to search so, best first: none where worlds themselves are compared, or where runs
   * need not end.
   */
  public static <S, M> List<Function<SearchTask<S, M>, Search<S, M>>> ways(SearchTask<S, M> task) {
    if (task.scope().unbounded()
        || task.effort().exact()
        || task.scope().algorithm().settled().isPresent()) {
      return List.of();
    }
    Function<SearchTask<S, M>, Search<S, M>> awake =
        same -> new LevelSearch<>(same, SleepSets.unused(same.scope()));
    boolean given =
        task.folder()
            .filter(folder -> folder.saving().resume())
            .flatMap(CheckpointFolder::manifest)
            .filter(saved -> !saved.sleepSets())
            .isPresent();
    return SleepSets.suit(task.scope()) && task.commutation().isEmpty() && !given
        ? List.of(same -> new LevelSearch<>(same, SleepSets.of(same.scope())), awake)
        : List.of(awake);
  }

  @Override
  Optional<String> searchLevel() {
    if (disk.isPresent()) {
      halt = limit();
    }
    while (true) {
      if (halt.isPresent()) {
        disk.ifPresent(this::save);
        return halt;
      }
      next.makeRoom(found());
      together(worker -> workers.get(worker).expand(level, next, () -> goesOn(worker)));
      if (halt.isPresent()) {
        continue;
      }
      if (workers.stream().allMatch(worker -> worker.isDone(level))) {
        settle();
        // With files, the limits wait for the beginning of a level, of which there are checkpoints.
        return disk.isPresent() ? Optional.empty() : limit();
      }
      next.table().grow();
    }
  }

  private boolean goesOn(int worker) {
    if (worker == 0 && ++chunks % BETWEEN_LOOKS == 0) {
      halt = limit();
    }
    return halt.isEmpty();
  }

  /** Adds the new worlds to those seen, and makes room for what they lead to. */
  private void settle() {
    worldsBefore += found();
    disk.ifPresent(files -> files.endLevel(level));
    long found = found();
    boolean ownTable = sleepSets.areUsed();
    if (ownTable) {
      level.resize(next.size());
    }
    together(
        worker -> {
          seen.reserve(found, worker, workers.size());
          LongConsumer log = disk.map(files -> files.log(worker)).orElse(LevelSearch::forget);
          if (!next.table().addTo(seen, log, worker, workers.size())) {
            backward = true;
          }
          level.clear(worker);
          if (ownTable) {
            startNext(level, worker);
          }
        });
    if (!ownTable) {
      // All workers must have gone through the table before any of them clears it.
      level.resize(next.size());
      together(worker -> startNext(level, worker));
    }
    bytesBefore = seen.bytes();
  }

  /** Without files there is no log of fingerprints. */
  private static void forget(long key) {}

  /** One worker's share in preparing the level that comes next. */
  private void startNext(Level empty, int worker) {
    empty.clearTable(worker);
    workers.get(worker).startLevel();
  }

  @Override
  boolean isInVain() {
    return backward || workers.stream().anyMatch(LevelWorker::isHopeless) || mayGoRoundInCircles();
  }

  /** Whether a move may be put off without end, since one order of many is searched. */
  private boolean mayGoRoundInCircles() {
    return workers.stream().anyMatch(LevelWorker::hasComeBack)
        && task.commutation().filter(known -> !known.everyRunEnds()).isPresent();
  }

  @Override
  Optional<Result> wrong() {
    var standstill = finding(LevelWorker::standstill);
    var wrong = finding(LevelWorker::wrong);
    int depth = wrong.isPresent() ? levels() + 1 : depthSoFar();
    return standstill
        .or(() -> wrong)
        .map(found -> result(found.verdict(), found.what() + UNTRACED, depth, Optional.empty()));
  }

  private Optional<Finding> finding(Function<LevelWorker<S, M>, Optional<Finding>> which) {
    return workers.stream().flatMap(worker -> which.apply(worker).stream()).min(Finding.ORDER);
  }

  @Override
  boolean startLevel() {
    var before = level;
    level = next;
    next = before;
    transitionsBefore = transitions();
    if (level.size() == 0) {
      return false;
    }
    disk.ifPresent(
        files -> {
          files.startLevel(next);
          if (files.isSaveDue()) {
            save(files);
          }
        });
    return true;
  }

  private void save(LevelDisk files) {
    files.save(
        task, new LevelDisk.Position(levels(), worldsBefore, transitionsBefore, seconds()), level);
  }

  @Override
  String remedy() {
    return task.folder()
        .flatMap(
            folder ->
                folder
                    .manifest()
                    .map(
                        saved ->
                            "; it can be resumed from %s, after step %,d"
                                .formatted(folder.saving().directory(), saved.levels())))
        .orElse("");
  }

  @Override
  void release() {
    disk.ifPresent(LevelDisk::release);
  }

  /** Every world leads to an end, and the ends were judged. */
  @Override
  Result searched() {
    return sound();
  }

  @Override
  public boolean isConclusive(Result result) {
    return !isInVain() && !result.verdict().isViolation();
  }

  /** New worlds on this level. */
  private long found() {
    return workers.stream().mapToLong(LevelWorker::found).sum();
  }

  @Override
  long worlds() {
    return worldsBefore + found();
  }

  @Override
  long transitions() {
    return 1 + transitionsResumed + workers.stream().mapToLong(LevelWorker::transitions).sum();
  }

  @Override
  long frontier() {
    return next.size();
  }

  @Override
  long bytes() {
    return task.bytes()
        + bytesBefore
        + level.bytes()
        + (sleepSets.areUsed() ? next.bytes() : next.bytes() - next.table().bytes())
        + workers.stream().mapToLong(LevelWorker::bytes).sum();
  }

  @Override
  long growing() {
    long found = found();
    int limit = next.table().limit();
    long larger = found > limit - limit / 8 ? 2 * next.table().bytes() : 0;
    return larger + SeenWorlds.MOST_BYTES * found;
  }
}
