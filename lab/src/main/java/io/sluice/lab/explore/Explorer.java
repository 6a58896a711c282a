package io.sluice.lab.explore;

import io.sluice.lab.explore.checkpoint.CheckpointFolder;
import io.sluice.lab.explore.reduction.Commutation;
import io.sluice.lab.explore.search.GraphSearch;
import io.sluice.lab.explore.search.LevelSearch;
import io.sluice.lab.explore.search.Search;
import io.sluice.lab.explore.search.SearchTask;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.world.Budget;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Searches every world that a protocol can get into, breadth first, so that what it finds wrong it
 * finds on a shortest way.
 *
 * <pre>{@code
 * var scope = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 1);
 * var result = Explorer.search(scope, Effort.full());
 * System.out.println(result.verdict().word() + ", " + result.worlds() + " worlds");
 * }</pre>
 *
 * <p>Mostly a {@link LevelSearch} does, which remembers little. Where it does not, and to show the
 * way to what is wrong, a {@link GraphSearch} writes down where each move leads.
 */
public final class Explorer {

  private Explorer() {}

  /**
   * Refuses a scope that cannot be searched with this effort, before anything is searched.
   *
   * @throws IllegalArgumentException if the search is reduced and the scope does not allow that, or
   *     more may happen in it than the explorer can count
   */
  public static void check(Scope<?, ?> scope, Effort effort) {
    var _ = Budget.of(scope);
    if (effort.reduced()) {
      Commutation.check(scope);
    }
    if (effort.saving().isPresent()) {
      checkSaving(scope, effort);
    }
  }

  private static void checkSaving(Scope<?, ?> scope, Effort effort) {
    if (effort.reduced()) {
      throw new IllegalArgumentException(
          "a reduced search has no checkpoints: it begins again when it learns what does not commute");
    }
    if (effort.exact()) {
      throw new IllegalArgumentException(
          "a search that compares worlds has no checkpoints: it keeps them all in memory");
    }
    if (scope.unbounded() || scope.algorithm().settled().isPresent()) {
      throw new IllegalArgumentException(
          "a search that needs to know where each move leads has no checkpoints: %s"
              .formatted(
                  scope.unbounded()
                      ? "bound the entries"
                      : scope.algorithm().name() + " is judged by whether it settles"));
    }
  }

  /** Searches the whole scope. */
  public static <S, M> Result search(Scope<S, M> scope, Effort effort) {
    long start = System.nanoTime();
    check(scope, effort);
    var wrong = new Dictionary<>(scope).wrongAtFirst();
    if (wrong.isPresent()) {
      return nothingSearched(scope, effort, wrong.get());
    }
    if (effort.reduced()) {
      var found = search(SearchTask.reduced(scope, effort, start));
      if (found.conclusive) {
        return found.result;
      }
    }
    return effort.saving().isPresent()
        ? search(scope, effort, effort.saving().get(), start)
        : search(SearchTask.full(scope, effort, start)).result;
  }

  /** Searches with files, which stay if the search has to be resumed. */
  private static <S, M> Result search(Scope<S, M> scope, Effort effort, Saving saving, long start) {
    try (var folder = CheckpointFolder.open(saving)) {
      folder.manifest().ifPresent(saved -> saved.check(scope, saving.directory()));
      long before = folder.manifest().map(saved -> (long) (saved.seconds() * 1e9)).orElse(0L);
      var task = SearchTask.full(scope, effort, folder, start - before);
      var result = search(task).result;
      if (!(result.verdict() instanceof Verdict.Incomplete)) {
        folder.finish();
      }
      return result;
    }
  }

  /** There is not even a first world. */
  private static Result nothingSearched(Scope<?, ?> scope, Effort effort, Finding wrong) {
    return new Result(
        wrong.verdict(),
        wrong.what(),
        1,
        1,
        1,
        0,
        0,
        0,
        0,
        Optional.of(Trace.of(List.of())),
        Coverage.of(scope, effort.reduced(), wrong.verdict()));
  }

  /**
   * What came of searching in one way.
   *
   * @param conclusive whether it need not be searched in another
   */
  private record Found(Result result, boolean conclusive) {}

  private static <S, M> Found search(SearchTask<S, M> task) {
    Optional<Result> untraced = Optional.empty();
    for (var way : LevelSearch.ways(task)) {
      var quick = search(task, way);
      if (quick.conclusive || task.hasGivenUpReduction()) {
        return quick;
      }
      if (quick.result.verdict().isViolation()) {
        untraced = Optional.of(quick.result);
        break;
      }
    }
    var thorough = search(task, GraphSearch::new);
    boolean cut =
        thorough.result.verdict() instanceof Verdict.Incomplete && !task.hasGivenUpReduction();
    return cut && untraced.isPresent() ? new Found(untraced.get(), true) : thorough;
  }

  /**
   * Searches in one way. What commutes is found out meanwhile: a search that has relied upon what
   * is wrong goes on for a while to find out more, and then begins again.
   */
  private static <S, M> Found search(
      SearchTask<S, M> task, Function<SearchTask<S, M>, Search<S, M>> way) {
    long lastRound = 0;
    while (true) {
      try (var search = way.apply(task)) {
        var result = search.run(lastRound);
        lastRound = result.worlds();
        if (task.hasGivenUpReduction()) {
          return new Found(result, false);
        }
        if (search instanceof GraphSearch && search.hasOnlyFoundImpurity(result)) {
          continue; // the step that is not pure fails now, so the way to it can be shown
        }
        boolean relied = search.hasReliedOnWhatIsWrong();
        if (!(relied && result.verdict() instanceof Verdict.Ok) && !search.hasOutgrown()) {
          return new Found(result, search.isConclusive(result));
        }
      }
    }
  }
}
