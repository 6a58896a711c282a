package io.sluice.locks;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.SpanningTree;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * Several equal units of something between all nodes of a cluster, such as radio frequencies: at
 * most so many are inside, each with a unit of its own, and the more urgent are served first.
 *
 * <pre>{@code
 * try (Lease lease = sluice.prioritySemaphore("frequency", 4).acquire(Priority.HIGH)) {
 *   radio.tune(lease.unit(), lease.fence());
 * }
 * }</pre>
 *
 * <p>Whenever a unit becomes free, the most urgent of all who wait gets it, and among equals the
 * one who asked first. So as long as there are always more urgent ones, the less urgent wait.
 * Nobody is made to leave for somebody more urgent.
 */
public final class PrioritySemaphore {

  private static final int MOST_UNITS = 1000;

  /**
   * The paper's Level and Forward on a star: all requests go to one node, which alone decides and
   * therefore never lets a less urgent one go first. On a deeper tree, and with Use, some enter
   * with a token that is on its way to somebody more urgent. That saves messages where everybody
   * asks all the time and links are few; but here every node reaches every other, and on a star an
   * entry takes three messages at most.
   */
  private static final Configuration STRICT =
      Configuration.of(Models.of("LFFF")).on(SpanningTree.star());

  private final Resource resource;
  private final int units;

  PrioritySemaphore(Resource resource, int units) {
    this.resource = resource;
    this.units = units;
  }

  /** The configuration for so many units; that of the algorithm, if it is one with priorities. */
  static Configuration configuration(Algorithm<?, ?> algorithm, int units) {
    if (units < 1 || units > MOST_UNITS) {
      throw new IllegalArgumentException(
          "a semaphore has from 1 to %d units, not %d".formatted(MOST_UNITS, units));
    }
    return Configuration.find(algorithm.name()).orElse(STRICT).withUnits(units);
  }

  public String name() {
    return resource.name();
  }

  /** How many can be inside together. */
  public int units() {
    return units;
  }

  /** Waits for a unit, and holds it until the lease is closed. */
  public Lease acquire(Priority priority) throws InterruptedException {
    return asking(priority).acquire();
  }

  /**
   * Waits for a unit, and holds it until the lease is closed.
   *
   * @throws TimeoutException if there is none in that time
   */
  public Lease acquire(Priority priority, Duration patience)
      throws InterruptedException, TimeoutException {
    return asking(priority).acquire(patience);
  }

  /**
   * Takes a unit if one is free. Nodes have to ask each other about that: the answers may take 100
   * ms, and all units count as taken if they have not come by then.
   */
  public Optional<Lease> tryAcquire(Priority priority) throws InterruptedException {
    return asking(priority).tryAcquire();
  }

  /** Asks for a unit and does not wait. Cancelling the future gives up the request. */
  public CompletableFuture<Lease> acquireAsync(Priority priority) {
    return asking(priority).acquireAsync();
  }

  private DistributedLock asking(Priority priority) {
    return new DistributedLock(
        resource, Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT).withPriority(priority.number()));
  }

  @Override
  public String toString() {
    return "semaphore '%s' of %d units".formatted(name(), units);
  }
}
