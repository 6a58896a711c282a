package io.sluice.page.theatre;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.FateSearch;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.lab.explore.world.Dictionary;
import java.util.Optional;

/**
 * A scope that the theatre shows: the numbers of its states and messages, and the fates of its
 * worlds as soon as these are known.
 */
final class OpenScope<S, M> {

  /** Scopes with more worlds have no fates: the search would take minutes and gigabytes. */
  static final long MOST_WORLDS = 1_000_000;

  private final Scope<S, M> scope;
  private final Dictionary<S, M> dictionary;
  private final Optional<String> wrongAtFirst;
  private volatile Optional<Fates> fates = Optional.empty();
  private boolean searched;
  private volatile boolean closed;

  OpenScope(Scope<S, M> scope) {
    this.scope = scope;
    this.dictionary = new Dictionary<>(scope);
    this.wrongAtFirst = dictionary.wrongAtFirst().map(finding -> finding.what());
  }

  Scope<S, M> scope() {
    return scope;
  }

  /**
   * A new walk, at the first world.
   *
   * @throws IllegalArgumentException if there is not even a first world
   */
  Walk<S, M> walk() {
    wrongAtFirst.ifPresent(
        what -> {
          throw new IllegalArgumentException(what);
        });
    return new Walk<>(scope, dictionary);
  }

  /** The fates of all worlds, as far as they are known by now. */
  Optional<Fates> fates() {
    return fates;
  }

  /**
   * Searches all worlds, or waits for another request that does.
   *
   * @return nothing if there are too many
   */
  synchronized Optional<Fates> search(Effort.Progress progress) {
    if (!searched) {
      var effort = Effort.full().reportingTo(progress).until(() -> closed);
      fates = FateSearch.search(scope, dictionary, effort, MOST_WORLDS);
      searched = !closed;
    }
    return fates;
  }

  /** Ends a search that is going on. */
  void close() {
    closed = true;
  }
}
