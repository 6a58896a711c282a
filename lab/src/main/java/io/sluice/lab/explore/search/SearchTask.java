package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.checkpoint.CheckpointFolder;
import io.sluice.lab.explore.reduction.Commutation;
import io.sluice.lab.explore.world.Dictionary;
import java.util.Optional;

/**
 * What all rounds of one search have in common.
 *
 * @param commutation what is known of steps that commute, where one of many orders is searched
 * @param folder where the search keeps files, if it does
 * @param start when the search began, in the nanoseconds of {@link System#nanoTime}
 */
public record SearchTask<S, M>(
    Scope<S, M> scope,
    Effort effort,
    Dictionary<S, M> dictionary,
    Optional<Commutation<S, M>> commutation,
    Optional<CheckpointFolder> folder,
    long start) {

  /** Every order is searched, in memory alone. */
  public static <S, M> SearchTask<S, M> full(Scope<S, M> scope, Effort effort, long start) {
    return full(scope, effort, new Dictionary<>(scope), start);
  }

  /** The same, with numbers that are asked for elsewhere too. */
  static <S, M> SearchTask<S, M> full(
      Scope<S, M> scope, Effort effort, Dictionary<S, M> dictionary, long start) {
    return new SearchTask<>(scope, effort, dictionary, Optional.empty(), Optional.empty(), start);
  }

  /** Every order is searched, with files. */
  public static <S, M> SearchTask<S, M> full(
      Scope<S, M> scope, Effort effort, CheckpointFolder folder, long start) {
    return new SearchTask<>(
        scope, effort, new Dictionary<>(scope), Optional.empty(), Optional.of(folder), start);
  }

  /** One of many orders is searched. */
  public static <S, M> SearchTask<S, M> reduced(Scope<S, M> scope, Effort effort, long start) {
    var dictionary = new Dictionary<>(scope);
    var commutation = new Commutation<>(scope, dictionary);
    return new SearchTask<>(
        scope, effort, dictionary, Optional.of(commutation), Optional.empty(), start);
  }

  /** Whether one of many orders was to be searched, and cannot be; all have to be then. */
  public boolean hasGivenUpReduction() {
    return commutation.filter(Commutation::hasGivenUp).isPresent();
  }

  /** What dictionary and commutation take up. */
  long bytes() {
    return dictionary.bytes(effort.workers()) + commutation.map(Commutation::bytes).orElse(0L);
  }
}
