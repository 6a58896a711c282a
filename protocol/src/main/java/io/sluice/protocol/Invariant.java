package io.sluice.protocol;

import java.util.List;
import java.util.function.Predicate;

/** What a protocol promises of every reachable world, beyond what all protocols promise. */
public sealed interface Invariant<S, M> {

  /** What the verdict will call it. */
  String name();

  /** A promise about a world as a whole. */
  record OfWorld<S, M>(String name, Predicate<World<S, M>> holds) implements Invariant<S, M> {}

  /** A promise about every two competitors that live, and the channels between them. */
  record OfPairs<S, M>(String name, PairRule<S, M> rule) implements Invariant<S, M> {}

  /** Judges two competitors and what is on its way between them, there and back. */
  @FunctionalInterface
  interface PairRule<S, M> {
    boolean holds(int one, S ofOne, int other, S ofOther, List<M> there, List<M> back);
  }
}
