package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Coverage;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.checkpoint.CheckpointFolder;
import io.sluice.lab.explore.checkpoint.DiskTroubleException;
import io.sluice.lab.explore.reduction.Commutation;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.world.Fingerprint;
import io.sluice.lab.explore.world.Permutation;
import io.sluice.lab.verdict.Verdict;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * One round of searching a scope, breadth first: level after level, within the limits of time and
 * memory, by several workers.
 */
public abstract sealed class Search<S, M> implements AutoCloseable
    permits LevelSearch, GraphSearch {

  private static final long BETWEEN_REPORTS = 200_000_000;

  final SearchTask<S, M> task;
  private final ExecutorService threads;

  /** Whether it was known before that some step does not always have the same outcome. */
  private final boolean knewImpurity;

  private long lastReport;
  private int levels;

  /** The permutations that are taken for equal; 1 without symmetry. */
  private final int images;

  /** How many worlds a search goes on to at least that has relied upon what is wrong. */
  private long least;

  /** How many worlds it goes on to then, to find out more. */
  private long enough = Long.MAX_VALUE;

  Search(SearchTask<S, M> task) {
    this.task = task;
    this.knewImpurity = task.dictionary().impurity().isPresent();
    this.lastReport = task.start();
    this.images = Permutation.of(task.scope()).size();
    this.threads =
        Executors.newFixedThreadPool(
            task.effort().workers(), Thread.ofPlatform().daemon().factory());
  }

  /**
   * Searches until all is seen, something is wrong, or a limit is reached.
   *
   * @param lastRound how many worlds the round before this one has had: this one should find out
   *     more
   */
  public final Result run(long lastRound) {
    least = 2 * lastRound;
    task.commutation().ifPresent(Commutation::startRound);
    try {
      return search();
    } catch (OutOfMemoryError e) {
      // The limit is a reckoning; where it was wrong, the search still ends with a sentence.
      return ended("the heap is full; ");
    } catch (DiskTroubleException e) {
      return ended(e.what());
    }
  }

  /** The first round, and often the only one. */
  public final Result run() {
    return run(0);
  }

  private Result search() {
    while (true) {
      var why = searchLevel();
      if (why.isPresent()) {
        return ended(why.get());
      }
      levels++;
      if (isInVain() || hasOutgrown()) {
        return ended("");
      }
      var wrong = wrong().or(() -> knewImpurity ? Optional.empty() : impurity());
      if (wrong.isPresent()) {
        return wrong.get();
      }
      if (!startLevel()) {
        task.dictionary().takeStepsAgain();
        return impurity().orElseGet(this::searched);
      }
    }
  }

  /** That a step does not always have the same outcome; so no search shows anything. */
  private Optional<Result> impurity() {
    return task.dictionary()
        .impurity()
        .map(found -> result(found.verdict(), found.what(), depthSoFar(), Optional.empty()));
  }

  /** How many levels the worlds found so far have, after a level. */
  final int depthSoFar() {
    return levels + (frontier() > 0 ? 1 : 0);
  }

  /** Whether it shows no more than that a step does not always have the same outcome. */
  public final boolean hasOnlyFoundImpurity(Result result) {
    return !knewImpurity
        && result.trace().isEmpty()
        && task.dictionary().impurity().isPresent()
        && result.verdict() instanceof Verdict.Failed;
  }

  /** Looks at all worlds of a level; says why if it could not. */
  abstract Optional<String> searchLevel();

  /** Whether it has turned out that this kind of search does not suit the scope. */
  abstract boolean isInVain();

  /** What the latest level has shown to be wrong. */
  abstract Optional<Result> wrong();

  /** Goes on to the new worlds; false if there are none. */
  abstract boolean startLevel();

  /** Everything was seen, and nothing bad happens. What is left is whether the good does. */
  abstract Result searched();

  /** Whether the result of the search needs no other kind of search. */
  public abstract boolean isConclusive(Result result);

  abstract long worlds();

  abstract long transitions();

  /** Worlds found but not looked at yet. */
  abstract long frontier();

  abstract long bytes();

  /** What is needed for a moment while tables grow. */
  abstract long growing();

  /** How many levels were searched. */
  final int levels() {
    return levels;
  }

  /** Goes on with a search that has done some levels before. */
  final void resumeAt(int level) {
    levels = level;
  }

  /** How the search can be resumed; empty if it cannot. */
  String remedy() {
    return "";
  }

  /** It has no further use for its files. */
  void release() {}

  /** Whether the search has relied upon steps to commute that do not. */
  public final boolean hasReliedOnWhatIsWrong() {
    if (enough == Long.MAX_VALUE && task.commutation().map(Commutation::isBroken).orElse(false)) {
      enough = Math.max(least, 2 * worlds());
    }
    return enough < Long.MAX_VALUE;
  }

  /** Whether it has gone on for long enough after that. */
  public final boolean hasOutgrown() {
    return hasReliedOnWhatIsWrong() && worlds() > enough;
  }

  @Override
  public final void close() {
    release();
    threads.shutdownNow();
  }

  /** Lets all workers do something, each in its own thread, and waits for them. */
  final void together(IntConsumer phase) {
    var others = new ArrayList<Future<?>>();
    for (int worker = 1; worker < task.effort().workers(); worker++) {
      int other = worker;
      others.add(threads.submit(() -> phase.accept(other)));
    }
    phase.accept(0);
    try {
      for (var other : others) {
        other.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the middle of a search", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError full) {
        throw full;
      }
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("a worker failed", e);
    }
  }

  /** Reports if it is time to, and says why the search has to end, if it has. */
  final Optional<String> limit() {
    report();
    if (task.hasGivenUpReduction()) {
      return Optional.of("");
    }
    var effort = task.effort();
    if (effort.cancelled().getAsBoolean()) {
      return Optional.of("the search was cancelled; ");
    }
    if (bytes() + growing() > effort.memory()) {
      return Optional.of(
          "the memory limit of %,d MiB is reached: give it more, or ask for less; "
              .formatted(effort.memory() >> 20));
    }
    return Optional.empty();
  }

  private void report() {
    if (System.nanoTime() - lastReport > BETWEEN_REPORTS) {
      lastReport = System.nanoTime();
      task.effort().progress().at(worlds(), transitions(), frontier(), levels, seconds());
    }
  }

  final double seconds() {
    return (System.nanoTime() - task.start()) / 1e9;
  }

  private Result ended(String why) {
    String covered =
        "no error within the first %,d steps of any run, %,d worlds".formatted(levels, worlds());
    // The level after those was begun.
    int depth = levels + 1 + (frontier() > 0 ? 1 : 0);
    return result(new Verdict.Incomplete(), why + covered + remedy(), depth, Optional.empty());
  }

  final Result sound() {
    String gaps = coverage(new Verdict.Ok()).gaps();
    String what =
        gaps.isEmpty()
            ? "every property holds in every world"
            : "every judged property holds in every world; not judged: " + gaps;
    return result(new Verdict.Ok(), what, Optional.empty());
  }

  private Coverage coverage(Verdict verdict) {
    return Coverage.of(task.scope(), task.commutation().isPresent(), verdict);
  }

  /** Every world was looked at. */
  final Result result(Verdict verdict, String what, Optional<Trace> trace) {
    return result(verdict, what, levels, trace);
  }

  /**
   * @param depth how many levels the worlds found so far have
   */
  final Result result(Verdict verdict, String what, int depth, Optional<Trace> trace) {
    return new Result(
        verdict,
        what,
        worlds(),
        transitions(),
        depth,
        seconds(),
        bytes(),
        task.folder().map(CheckpointFolder::mostBytes).orElse(0L),
        task.effort().exact() ? 0 : Fingerprint.collision(worlds(), images),
        trace,
        coverage(verdict));
  }
}
