package io.sluice.cluster.rendezvous;

import io.sluice.protocol.rendezvous.Ticket;
import java.util.concurrent.CompletableFuture;

/**
 * One arrival of this node: a party that waits at a barrier, or a count taken off a latch.
 *
 * @param ticket its name in the whole cluster
 * @param end completed when the generation is decided, or the count has been taken
 */
public record Party(Ticket ticket, CompletableFuture<End> end) {

  /** What becomes of an arrival. */
  public sealed interface End {

    /**
     * All parties have arrived, or the count has been taken.
     *
     * @param place how many had arrived before
     */
    record Complete(long generation, int place) implements End {}

    /**
     * The generation is broken.
     *
     * @param why the reason, for people
     */
    record Broken(long generation, String why) implements End {}
  }
}
