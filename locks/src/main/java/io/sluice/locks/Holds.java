package io.sluice.locks;

import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The threads of this node that hold a lock, or have lost it and not learned of that yet: each
 * finds its own.
 *
 * <p>An exclusive lock usually has one, and finding it costs one read of a field. But a thread that
 * has lost the lock still relies on it while another thread already holds it; so a new holder moves
 * the previous one aside instead of overwriting it.
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

  /** The latest holder. */
  @SuppressWarnings("NullAway") // null: none
  private volatile Hold latest;

  /** Earlier holders; the map is made when there are any. */
  private volatile Map<Thread, Hold> earlier = Map.of();

  /**
   * What the threads of this node share of a lock, for as long as its name is in use. A thread that
   * has lost the lock and not learned of it yet uses the name too.
   */
  static final class OfName implements Resource.Companion {
    private final Holds alone = new Holds();

    /** Made when a thread first asks for a lock that can be shared. */
    @SuppressWarnings("NullAway") // null until then
    private volatile Holds shared;

    /** What {@link Sluice} has handed out last under the name. */
    @SuppressWarnings("NullAway") // null: nothing yet
    private volatile Object lock;

    static OfName of(Resource resource) {
      return (OfName) resource.companion(OfName::new);
    }

    @Override
    public boolean isIdle() {
      return alone.isEmpty() && (shared == null || shared.isEmpty());
    }

    /** The holds of locks that are asked for with this claim. */
    Holds of(Claim claim) {
      return claim.room().equals(Claim.ALONE) ? alone : shared();
    }

    private Holds shared() {
      Holds known = shared;
      if (known == null) {
        synchronized (this) {
          if (shared == null) {
            shared = new Holds();
          }
          known = shared;
        }
      }
      return known;
    }

    /** The object for the lock that was handed out before, or a new one. */
    <T> T lock(Class<T> type, Supplier<T> maker) {
      Object known = lock;
      if (!type.isInstance(known)) {
        synchronized (this) {
          if (!type.isInstance(lock)) {
            lock = maker.get();
          }
          known = lock;
        }
      }
      return type.cast(known);
    }
  }

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

    /** The thread locks once more. */
    void again() {
      entries = Math.incrementExact(entries);
    }
  }

  /** Whether no thread has a hold. */
  boolean isEmpty() {
    return latest == null && earlier.isEmpty();
  }

  /** The hold of the calling thread. */
  Optional<Hold> own() {
    var self = Thread.currentThread();
    Hold some = latest;
    if (some == null || !some.thread.equals(self)) {
      some = earlier.get(self);
    }
    // One that was released may still be in the map for a moment; see makeRoom.
    return some == null || some.entries == 0 ? Optional.empty() : Optional.of(some);
  }

  /** The calling thread has been granted the lock. */
  void take(Request request) {
    var mine = new Hold(request);
    if (!LATEST.compareAndSet(this, null, mine)) {
      makeRoom(mine);
    }
  }

  /**
   * Puts the previous hold into the map before it ceases to be the latest, so that its thread finds
   * it at any time. If it cannot be replaced, its thread has just released it; no other thread
   * replaces it meanwhile.
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

  /** The calling thread unlocks; returns whether that was its last hold. */
  boolean release(Hold mine) {
    if (--mine.entries > 0) {
      return false;
    }
    if (!LATEST.compareAndSet(this, mine, null)) {
      earlier.remove(mine.thread, mine);
    }
    return true;
  }
}
