package io.sluice.lab.explore;

import java.util.Optional;

/**
 * What all rounds of one search have in common.
 *
 * @param commutation what is known of steps that commute, where one of many orders is searched
 * @param start when the search began, in the nanoseconds of {@link System#nanoTime}
 */
record Task<S, M>(
    Scope<S, M> scope,
    Effort effort,
    Dictionary<S, M> dictionary,
    Optional<Commutation<S, M>> commutation,
    long start) {

  /** Every order is searched. */
  static <S, M> Task<S, M> full(Scope<S, M> scope, Effort effort, long start) {
    return new Task<>(scope, effort, new Dictionary<>(scope), Optional.empty(), start);
  }

  /** One of many orders is searched. */
  static <S, M> Task<S, M> reduced(Scope<S, M> scope, Effort effort, long start) {
    var dictionary = new Dictionary<>(scope);
    var commutation = new Commutation<>(scope, dictionary);
    return new Task<>(scope, effort, dictionary, Optional.of(commutation), start);
  }

  /** What dictionary and commutation take up. */
  long bytes() {
    return dictionary.bytes(effort.workers()) + commutation.map(Commutation::bytes).orElse(0L);
  }
}
