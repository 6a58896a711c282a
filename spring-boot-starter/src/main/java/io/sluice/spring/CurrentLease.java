package io.sluice.spring;

import io.sluice.locks.Lease;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The lease of the {@link SluiceLock} in which the calling thread is: for its fencing number, and
 * for checks before a step that counts.
 *
 * <pre>{@code
 * store.put(id, CurrentLease.fence());
 * }</pre>
 *
 * <p>It belongs to the thread that runs the method. What this thread starts elsewhere has to be
 * given the fence.
 */
public final class CurrentLease {

  private static final ThreadLocal<Deque<Held>> HELD = ThreadLocal.withInitial(ArrayDeque::new);

  /** A lease in which methods of this thread are, and how long it is kept from its grant on. */
  static final class Held {
    private final Lease lease;
    private Duration atLeast;

    Held(Lease lease, Duration atLeast) {
      this.lease = lease;
      this.atLeast = atLeast;
    }

    Lease lease() {
      return lease;
    }

    Duration atLeast() {
      return atLeast;
    }

    /** A method with the same lock wants it kept for that long. */
    void keep(Duration time) {
      if (time.compareTo(atLeast) > 0) {
        atLeast = time;
      }
    }
  }

  private CurrentLease() {}

  /** The innermost lease; empty outside of methods with {@link SluiceLock}. */
  public static Optional<Lease> get() {
    return Optional.ofNullable(HELD.get().peek()).map(Held::lease);
  }

  /**
   * The fencing number of the innermost lease.
   *
   * @throws IllegalStateException outside of methods with {@link SluiceLock}
   */
  public static long fence() {
    return get()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "this thread runs no method with @SluiceLock: call it through its bean, or"
                        + " give the fence to the thread that needs it"))
        .fence();
  }

  /** The lease of that lock that this thread holds by an outer method. */
  static Optional<Held> of(String lock) {
    return HELD.get().stream().filter(held -> held.lease.lock().equals(lock)).findFirst();
  }

  static void enter(Held held) {
    HELD.get().push(held);
  }

  static void exit() {
    var held = HELD.get();
    held.pop();
    if (held.isEmpty()) {
      HELD.remove();
    }
  }
}
