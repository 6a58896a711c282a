package io.sluice.locks;

import io.sluice.locks.recipe.AllOrNone;
import io.sluice.locks.recipe.MultiLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Several locks, or several units of a semaphore, acquired one after the other in the order of this
 * list. All have the same limits.
 *
 * @param title what all of them are called, for people
 * @param stillHeld throws {@link LockLostException} if what the owner must hold meanwhile was lost
 */
record Several(String title, List<Acquisition> all, Runnable stillHeld) implements AllOrNone {

  Several {
    all = List.copyOf(all);
  }

  Several(String title, List<Acquisition> all) {
    this(title, all, () -> {});
  }

  @Override
  public Several holdAtMost(Duration time) {
    return with(each -> each.holdAtMost(time));
  }

  @Override
  public Several warnAfter(Duration time) {
    return with(each -> each.warnAfter(time));
  }

  private Several with(UnaryOperator<Acquisition> limit) {
    return new Several(title, all.stream().map(limit).toList(), stillHeld);
  }

  @Override
  public MultiLease acquire(Duration timeout) throws InterruptedException, TimeoutException {
    long start = System.nanoTime();
    var leases = new ArrayList<Lease>();
    boolean complete = false;
    try {
      for (Acquisition each : all) {
        var left = timeout.minusNanos(System.nanoTime() - start);
        leases.add(acquire(each, left, timeout));
        // Others may wait for this one: who has lost another keeps it for nothing, and waits on for
        // what they have.
        stillHeld.run();
        leases.forEach(Lease::ensureValid);
      }
      var together = MultiLease.of(leases);
      limit(leases);
      complete = true;
      return together;
    } finally {
      if (!complete) {
        leases.forEach(Lease::close);
      }
    }
  }

  /** Without the longest time: that is one of all, and begins when all are held. */
  private Lease acquire(Acquisition one, Duration left, Duration timeout)
      throws InterruptedException, TimeoutException {
    try {
      return one.holdAtMost(Duration.ZERO).acquire(left);
    } catch (TimeoutException e) { // It says what was left of the time.
      throw new TimeoutException(
          "timed out after %d ms waiting for lock '%s', one of %s"
              .formatted(timeout.toMillis(), one.resource().name(), title));
    }
  }

  private void limit(List<Lease> leases) {
    var most = all.getFirst().limits().most();
    if (most.isPositive()) {
      leases.forEach(each -> each.request().limit(most));
    }
  }
}
