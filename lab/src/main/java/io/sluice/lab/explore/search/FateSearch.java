package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.verdict.Verdict;
import java.util.BitSet;
import java.util.Optional;

/**
 * A search that does not end at the first error but looks at every world, to say of each what can
 * follow from it. Behind an error it does not look.
 */
public final class FateSearch<S, M> extends GraphSearch<S, M> {

  private final long most;

  private FateSearch(SearchTask<S, M> task, long most) {
    super(task);
    this.most = most;
  }

  /**
   * Finds the fates of all worlds of a scope.
   *
   * @param dictionary the one whose fingerprints the fates will be asked for
   * @param most the search is given up if there are more worlds
   * @return nothing if there are more worlds, or the search was cancelled
   */
  public static <S, M> Optional<Fates> search(
      Scope<S, M> scope, Dictionary<S, M> dictionary, Effort effort, long most) {
    long start = System.nanoTime();
    var task = SearchTask.full(scope, effort, dictionary, start);
    try (var search = new FateSearch<>(task, most)) {
      var result = search.run();
      return result.verdict() instanceof Verdict.Incomplete
          ? Optional.empty()
          : Optional.of(search.fates(start));
    }
  }

  @Override
  Optional<String> searchLevel() {
    return worlds() > most ? Optional.of("there are too many worlds; ") : super.searchLevel();
  }

  @Override
  Optional<Result> wrong() {
    return Optional.empty();
  }

  @Override
  Result searched() {
    return sound();
  }

  private Fates fates(long start) {
    var wrong = new BitSet();
    wrongWorlds(GraphWorker::wrong).forEach(world -> wrong.set(world.number()));
    wrongWorlds(GraphWorker::standstills).forEach(world -> wrong.set(world.number()));
    var served = new BitSet();
    workers.forEach(worker -> served.or(worker.served()));
    var hopeful = graph.thatCanReach(served, worlds());
    var ways = new BackwardWays(graph, numbers());
    var trouble = ways.addUnreached(wrong, hopeful);
    boolean loop = false;
    if (trouble.isEmpty() && task.scope().unbounded()) {
      var starving = starving();
      loop = starving.isPresent();
      starving.ifPresent(found -> trouble.or(found.component()));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return new Fates(this::number, ways.distancesTo(trouble), hopeful, loop, worlds(), seconds);
  }
}
