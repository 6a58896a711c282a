package io.sluice.locks.recipe;

import io.sluice.cluster.LongestTime;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A cyclic barrier of a cluster, as {@link java.util.concurrent.CyclicBarrier} is one of a JVM: the
 * parties, threads of any nodes, wait for each other and go on together when the last of them has
 * arrived.
 *
 * <pre>{@code
 * Passage passage = phase.await(Duration.ofSeconds(30));
 * log.info("generation {}", passage.generation());
 * }</pre>
 *
 * <p>No party goes on before as many have arrived as the barrier has parties. All parties of a
 * generation go on, or all are told that it is broken: because one of them timed out or was
 * interrupted, or because the node of one of them was lost, departed or was closed. Only a party
 * whose own node is cut off may be told so although the others go on. The node of a party that has
 * not arrived may come and go.
 *
 * <p>Unlike the barrier of the JDK this one needs no reset: after a generation is broken, the next
 * arrival begins the next one. So a party that comes late for a generation that was broken arrives
 * in the next; where that matters, compare {@link Passage#generation}. Numbers of generations rise
 * as long as the cluster lives; if it is founded again, since too few members were left, they begin
 * again.
 */
public final class Barrier {

  private final String name;
  private final int parties;
  private final Rendezvous rendezvous;

  /** As {@link io.sluice.locks.Sluice#barrier}. */
  public Barrier(String name, int parties, Rendezvous rendezvous) {
    this.name = name;
    this.parties = parties;
    this.rendezvous = rendezvous;
  }

  public String name() {
    return name;
  }

  /** How many parties go on together. */
  public int parties() {
    return parties;
  }

  /**
   * Arrives, and waits without limit for the other parties.
   *
   * @throws InterruptedException if the thread is interrupted while it waits; the generation is
   *     broken then
   * @throws BrokenBarrierException if the generation is broken
   * @throws io.sluice.locks.LockUnavailableException if the name is used for something else, or the
   *     node is closed
   */
  public Passage await() throws InterruptedException, BrokenBarrierException {
    try {
      return await(LongestTime.DURATION);
    } catch (TimeoutException e) {
      throw new AssertionError("a hundred years have passed", e);
    }
  }

  /**
   * Arrives, and waits for the other parties.
   *
   * <p>A party that gives up, by timeout or interrupt, must ask the other members whether the
   * generation was complete before. So it may return later than the timeout says: by the time of a
   * few messages, or by up to two leases if a member has crashed or this node is being cut off.
   *
   * @throws TimeoutException if the others have not arrived within that time; the generation is
   *     broken then
   * @throws InterruptedException as {@link #await()} does
   * @throws BrokenBarrierException as {@link #await()} does
   */
  public Passage await(Duration timeout)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    var arrival = rendezvous.arrive();
    try {
      return arrival.end().get(LongestTime.nanos(timeout), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw broken(e);
    } catch (TimeoutException e) {
      arrival.giveUp().run();
      return afterAll(
          arrival.end(),
          new TimeoutException(
              "timed out after %d ms waiting at barrier '%s'"
                  .formatted(LongestTime.millis(timeout), name)));
    } catch (InterruptedException e) {
      arrival.giveUp().run();
      Passage passage = afterAll(arrival.end(), e);
      Thread.currentThread().interrupt();
      return passage;
    }
  }

  /** The passage of a party that has given up when the last one had arrived already. */
  private static <X extends Exception> Passage afterAll(CompletableFuture<Passage> end, X otherwise)
      throws X {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return end.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          if (e.getCause() instanceof BrokenBarrierException) {
            throw otherwise;
          }
          throw Waiting.unchecked(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException broken(ExecutionException failed) throws BrokenBarrierException {
    if (failed.getCause() instanceof BrokenBarrierException broken) {
      throw broken;
    }
    return Waiting.unchecked(failed);
  }

  /** How many parties wait, as far as this node knows; waits until it is a member. */
  public int waiting() throws InterruptedException {
    return Waiting.get(rendezvous.tally()).tickets().size();
  }

  @Override
  public String toString() {
    return "barrier '%s' for %d parties".formatted(name, parties);
  }
}
