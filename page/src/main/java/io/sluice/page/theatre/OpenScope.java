package io.sluice.page.theatre;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.FateSearch;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.lab.explore.walk.Walk.Place;
import io.sluice.lab.explore.world.Dictionary;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;

/**
 * A scope that the theatre shows: the numbers of its states and messages, and the fates of its
 * worlds as soon as these are known.
 */
final class OpenScope<S, M> {

  /** Scopes with more worlds have no fates: the search would take minutes and gigabytes. */
  static final long MOST_WORLDS = 1_000_000;

  /** Worlds to come back to; some hundred bytes each. */
  private static final int MOST_PLACES = 5_000;

  private final Scope<S, M> scope;
  private final Dictionary<S, M> dictionary;
  private final Optional<String> wrongAtFirst;
  private final Optional<Place> first;
  private final Deque<Walk<S, M>> idle = new ConcurrentLinkedDeque<>();
  private final Map<List<String>, Place> places = new ConcurrentHashMap<>();
  private volatile Optional<Fates> fates = Optional.empty();
  private boolean searched;
  private volatile boolean cancelled;

  OpenScope(Scope<S, M> scope) {
    this.scope = scope;
    this.dictionary = new Dictionary<>(scope);
    this.wrongAtFirst = dictionary.wrongAtFirst().map(finding -> finding.what());
    this.first =
        wrongAtFirst.isEmpty()
            ? Optional.of(new Walk<>(scope, dictionary).here())
            : Optional.empty();
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

  /** Does something with a walk at the world that some choices lead to. */
  <T> T at(List<String> choices, Function<Walk<S, M>, T> act) {
    var walk = Optional.ofNullable(idle.pollFirst()).orElseGet(this::walk);
    var known = Optional.ofNullable(places.get(choices));
    if (known.isPresent()) {
      walk.goTo(known.get());
    } else {
      first.ifPresent(walk::goTo); // a walk that is used again may be anywhere
      walk.follow(choices);
    }
    T result = act.apply(walk);
    idle.addFirst(walk); // not if it has failed on the way
    return result;
  }

  /** Remembers the world that choices lead to, so that the next choice is quick. */
  void remember(List<String> choices, Walk<S, M> walk) {
    if (places.size() >= MOST_PLACES) {
      places.clear();
    }
    places.putIfAbsent(List.copyOf(choices), walk.here());
  }

  /** The fates of all worlds, as far as they are known by now. */
  Optional<Fates> fates() {
    return fates;
  }

  /**
   * Searches all worlds, unless that has been done.
   *
   * @return nothing if there are too many, or the search was cancelled
   */
  synchronized Optional<Fates> search(Effort.Progress progress) {
    if (!searched) {
      cancelled = false;
      var effort = Effort.full().reportingTo(progress).until(() -> cancelled);
      fates = FateSearch.search(scope, dictionary, effort, MOST_WORLDS);
      searched = !cancelled;
    }
    return fates;
  }

  /** Ends a search that is going on; a later one begins again. */
  void cancel() {
    cancelled = true;
  }
}
