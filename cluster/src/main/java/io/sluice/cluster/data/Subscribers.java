package io.sluice.cluster.data;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of members that wait for the next version of this node. The thread that commits
 * it sends it to the first of them, before it releases the lock, so that the bytes are there when
 * the lock is. That a version has arrived so does not let a reader use it: the lock's messages or
 * the protocol's must have said that it is the newest.
 */
final class Subscribers {

  private static final Logger LOG = LoggerFactory.getLogger(Subscribers.class);

  private final Executor threads;
  private final Set<Serving> open = ConcurrentHashMap.newKeySet();

  /**
   * @param threads send to those for whom the committing thread would have to wait
   */
  Subscribers(Executor threads) {
    this.threads = threads;
  }

  boolean isEmpty() {
    return open.isEmpty();
  }

  void add(Serving subscriber) {
    open.add(subscriber);
  }

  /** Whether it was there: whoever removes it sends to it. */
  boolean remove(Serving subscriber) {
    return open.remove(subscriber);
  }

  /**
   * Sends a version to all that wait for it.
   *
   * @param next retained by the caller
   */
  void send(SealedVersion next) {
    boolean first = true;
    for (var each : List.copyOf(open)) {
      if (each.awaits(next) && open.remove(each)) {
        send(each, next, first);
        first = false;
      }
    }
  }

  private void send(Serving to, SealedVersion next, boolean here) {
    try {
      if (here && to.isTakenAtOnce(next)) {
        to.sendNext(next);
        return;
      }
    } catch (IOException e) {
      failed(to, e);
      return;
    }
    if (next.retain()) {
      threads.execute(() -> sendAndRelease(to, next));
    }
  }

  private static void sendAndRelease(Serving to, SealedVersion next) {
    try {
      to.sendNext(next);
    } catch (IOException e) {
      failed(to, e);
    } finally {
      next.release();
    }
  }

  private static void failed(Serving to, IOException e) {
    LOG.debug("a member that waits for the next version cannot be reached; it will ask again", e);
    to.close();
  }
}
