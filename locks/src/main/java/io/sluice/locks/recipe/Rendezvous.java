package io.sluice.locks.recipe;

import io.sluice.protocol.rendezvous.Tally;
import java.util.concurrent.CompletableFuture;

/**
 * How a {@link Latch} or {@link Barrier} reaches the members of its cluster. Applications get both
 * from a {@link io.sluice.locks.Sluice}, which provides this; tests may provide another.
 *
 * <pre>{@code
 * Rendezvous.Arrival arrival = rendezvous.arrive();
 * }</pre>
 */
public interface Rendezvous {

  /**
   * An arrival.
   *
   * @param end completed when it is decided; exceptionally, with {@link
   *     java.util.concurrent.BrokenBarrierException}, if the barrier is broken
   * @param giveUp gives up waiting, after which the arrival is still decided
   */
  record Arrival(CompletableFuture<Passage> end, Runnable giveUp) {}

  /** Arrives at the barrier, or counts the latch down. */
  Arrival arrive();

  /** Completed when the latch is open; may be cancelled. */
  CompletableFuture<Void> opened();

  /** What the members know, as soon as this node knows it too. */
  CompletableFuture<Tally> tally();
}
