package io.sluice.locks.recipe;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * How a {@link MultiLock} acquires the locks of its node. Applications get a multi-lock from a
 * {@link io.sluice.locks.Sluice}, which provides this; tests may provide another.
 *
 * <pre>{@code
 * try (MultiLease all = locks.holdAtMost(Duration.ofMinutes(5)).acquire(Duration.ofSeconds(2))) {
 *   all.ensureValid();
 * }
 * }</pre>
 */
public interface AllOrNone {

  /** As {@link MultiLock#acquire(Duration)}. */
  MultiLease acquire(Duration timeout) throws InterruptedException, TimeoutException;

  /** As {@link MultiLock#holdAtMost}. */
  AllOrNone holdAtMost(Duration time);

  /** As {@link MultiLock#warnAfter}. */
  AllOrNone warnAfter(Duration time);
}
