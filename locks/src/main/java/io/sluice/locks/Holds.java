package io.sluice.locks;

import io.sluice.cluster.runtime.Request;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which threads have a lock, or have lost it and not heard of that: each finds itself.
 *
 * <p>Of an exclusive lock there is one, as a rule, and finding it costs a look at a field. But a
 * thread that has lost the lock still counts on it, while others already have it; so whoever takes
 * it makes room, and does not efface who was there before.
 */
final class Holds {

  private static final VarHandle LATEST;

  static {
    try {
      LATEST = MethodHandles.lookup().findVarHandle(Holds.class, "latest", Hold.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The one that took the lock last. */
  @SuppressWarnings("NullAway") // nobody
  private volatile Hold latest;

  /** Those who took it before; the map is made when somebody is in it. */
  private volatile Map<Thread, Hold> earlier = Map.of();

  /** A thread's hold of the lock; only that thread looks into it. */
  static final class Hold {
    private final Thread thread = Thread.currentThread();
    private final Request request;
    private int entries = 1;

    private Hold(Request request) {
      this.request = request;
    }

    Request request() {
      return request;
    }

    /** Enters once more. */
    void again() {
      entries = Math.incrementExact(entries);
    }
  }

  /** That of the calling thread. */
  Optional<Hold> own() {
    var self = Thread.currentThread();
    Hold some = latest;
    if (some == null || !some.thread.equals(self)) {
      some = earlier.get(self);
    }
    // One that has been left may still be in the map for a moment; see makeRoom.
    return some == null || some.entries == 0 ? Optional.empty() : Optional.of(some);
  }

  /** The calling thread has been let in. */
  void take(Request request) {
    var mine = new Hold(request);
    if (!LATEST.compareAndSet(this, null, mine)) {
      makeRoom(mine);
    }
  }

  /**
   * The one before is in the map before it is no longer the latest, so that its thread finds it at
   * any time. If it cannot be replaced, its thread has just left; nobody else replaces it
   * meanwhile.
   */
  private synchronized void makeRoom(Hold mine) {
    if (earlier.isEmpty()) {
      earlier = new ConcurrentHashMap<>();
    }
    for (Hold before = latest; !replaced(before, mine); before = latest) {
      if (before != null) {
        earlier.remove(before.thread, before);
      }
    }
  }

  private boolean replaced(Hold before, Hold mine) {
    if (before != null) {
      earlier.put(before.thread, before);
    }
    return LATEST.compareAndSet(this, before, mine);
  }

  /** The calling thread leaves; whether it has now left as often as it has entered. */
  boolean leave(Hold mine) {
    if (--mine.entries > 0) {
      return false;
    }
    if (!LATEST.compareAndSet(this, mine, null)) {
      earlier.remove(mine.thread, mine);
    }
    return true;
  }
}
