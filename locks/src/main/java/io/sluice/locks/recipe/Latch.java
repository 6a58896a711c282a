package io.sluice.locks.recipe;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/**
 * A count-down latch of a cluster, as {@link java.util.concurrent.CountDownLatch} is one of a JVM:
 * threads of any node wait until it has been counted down as often as it was set to.
 *
 * <pre>{@code
 * loaded.countDown();
 * loaded.await();
 * }</pre>
 *
 * <p>A count that {@link #countDown} has taken stays taken, also when the node that has taken it
 * crashes or departs, as long as one node of the cluster is left that was a member then, even if
 * that has to found the cluster again. A count is taken once, also if its node is cut off meanwhile
 * and joins again. The latch does not reset: it stays open as long as the cluster lives, so name
 * another one for the next use. When all nodes have ended, its name begins again.
 */
public final class Latch {

  private final String name;
  private final int count;
  private final Rendezvous rendezvous;

  /** As {@link io.sluice.locks.Sluice#latch}. */
  public Latch(String name, int count, Rendezvous rendezvous) {
    this.name = name;
    this.count = count;
    this.rendezvous = rendezvous;
  }

  public String name() {
    return name;
  }

  /**
   * Takes one off the count, and returns when all members of the cluster know. Of no effect on a
   * latch that is open.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for the members; the
   *     count is taken nevertheless, unless the node ends before
   * @throws io.sluice.locks.LockUnavailableException if the name is used for something else, or the
   *     node is closed
   */
  public void countDown() throws InterruptedException {
    Waiting.get(countDownAsync());
  }

  /** Takes one off the count; completed when all members of the cluster know. */
  public CompletableFuture<Void> countDownAsync() {
    return rendezvous.arrive().end().thenAccept(_ -> {});
  }

  /**
   * Waits without limit until the latch is open.
   *
   * @throws io.sluice.locks.LockUnavailableException as {@link #countDown} does
   */
  public void await() throws InterruptedException {
    var opened = rendezvous.opened();
    try {
      Waiting.get(opened);
    } finally {
      opened.cancel(false);
    }
  }

  /**
   * Waits until the latch is open, but not for longer than that.
   *
   * @return whether it is open
   */
  public boolean await(Duration timeout) throws InterruptedException {
    var opened = rendezvous.opened();
    try {
      Waiting.get(opened, timeout);
      return true;
    } catch (TimeoutException e) {
      return false;
    } finally {
      opened.cancel(false);
    }
  }

  /**
   * How many counts are left, as far as this node knows; waits until it is a member. All members
   * have a count of another node when its {@link #countDown} returns; some take it into account a
   * moment later.
   */
  public int remaining() throws InterruptedException {
    var tally = Waiting.get(rendezvous.tally());
    return tally.generation() > 0 ? 0 : count - tally.tickets().size();
  }

  @Override
  public String toString() {
    return "latch '%s' of %d".formatted(name, count);
  }
}
