package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.reduction.LocalAutomaton;
import io.sluice.lab.explore.reduction.SleepSets;
import io.sluice.lab.explore.table.SeenWorlds;
import io.sluice.lab.verdict.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
  private Level level;
  private Level next;
  private long worldsBefore;
  private long bytesBefore;
  private int chunks;

  /** Why the workers stop before the level is done, if they do. */
  private volatile Optional<String> halt = Optional.empty();

  /** Whether a move has led back although moves sleep. */
  private volatile boolean backward;

  LevelSearch(SearchTask<S, M> task, SleepSets sleepSets) {
    super(task);
    for (int self = 0; self < task.effort().workers(); self++) {
      workers.add(new LevelWorker<>(task, sleepSets, seen, self));
    }
    this.level = new Level(task, sleepSets);
    this.next = new Level(task, sleepSets);
    workers.getFirst().seed(next);
    settle();
    startLevel();
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
    return SleepSets.suit(task.scope()) && task.commutation().isEmpty()
        ? List.of(same -> new LevelSearch<>(same, SleepSets.of(same.scope())), awake)
        : List.of(awake);
  }

  @Override
  Optional<String> searchLevel() {
    while (true) {
      next.makeRoom(found());
      together(worker -> workers.get(worker).expand(level, next, () -> goesOn(worker)));
      if (halt.isPresent()) {
        return halt;
      }
      if (workers.stream().allMatch(worker -> worker.isDone(level))) {
        settle();
        return limit();
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
    level.resize(next.size());
    together(
        worker -> {
          if (!next.table().addTo(seen, worker, workers.size())) {
            backward = true;
          }
          level.clear(worker);
          workers.get(worker).startLevel();
        });
    bytesBefore = seen.bytes();
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
    return level.size() > 0;
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
    return 1 + workers.stream().mapToLong(LevelWorker::transitions).sum();
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
        + next.bytes()
        + workers.stream().mapToLong(LevelWorker::bytes).sum();
  }

  @Override
  long growing() {
    return 2 * next.table().bytes() + SeenWorlds.MOST_BYTES * found();
  }
}
