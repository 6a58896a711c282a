package io.sluice.spring;

import io.sluice.locks.Lease;
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

  private static final ThreadLocal<Deque<Lease>> HELD = ThreadLocal.withInitial(ArrayDeque::new);

  private CurrentLease() {}

  /** The innermost lease; empty outside of methods with {@link SluiceLock}. */
  public static Optional<Lease> get() {
    return Optional.ofNullable(HELD.get().peek());
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
  static Optional<Lease> of(String lock) {
    return HELD.get().stream().filter(lease -> lease.lock().equals(lock)).findFirst();
  }

  static void enter(Lease lease) {
    HELD.get().push(lease);
  }

  static void exit() {
    var held = HELD.get();
    held.pop();
    if (held.isEmpty()) {
      HELD.remove();
    }
  }
}
