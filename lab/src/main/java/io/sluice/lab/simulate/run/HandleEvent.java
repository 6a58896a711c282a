package io.sluice.lab.simulate.run;

/** What happens to data handles of its own accord. */
sealed interface HandleEvent {

  /** An application calls acquire, unless its request is no longer the same. */
  record Acquire(int entry) implements HandleEvent {}

  /** The bytes of a fetch begin to flow, unless it was cancelled. */
  record Flow(int fetch) implements HandleEvent {}

  /** A transfer may have ended; a later prediction replaces an earlier one. */
  record Arrival(long prediction) implements HandleEvent {}
}
