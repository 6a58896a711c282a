package io.sluice.shedlock;

import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock from the request for it to its release.
 *
 * <p>Transitions: ASKING to HELD; HELD to KEPT at unlock, to HELD when extended; KEPT to SPARE at
 * lockAtLeastFor; SPARE to HELD when this node locks it again; each but ASKING to ENDED.
 */
final class Hold {

  private static final Logger LOG = LoggerFactory.getLogger(SluiceLockProvider.class);

  private enum Phase {
    /** The other nodes are asked. */
    ASKING,
    /** The job runs, or may run. */
    HELD,
    /** Unlocked before lockAtLeastFor: no node may have it. */
    KEPT,
    /** Unlocked: this node may have it, others when the time for answers has passed. */
    SPARE,
    /** Released or lost. */
    ENDED
  }

  private final Duration spare;
  private final Consumer<Hold> ended;
  private Phase phase = Phase.ASKING;

  @SuppressWarnings("NullAway") // set by begin
  private Lease lease;

  private CompletableFuture<?> timer = CompletableFuture.completedFuture(null);

  /** How many timers there were; only the latest does something. */
  private long timers;

  /**
   * @param spare how long it is kept for this node alone after it was unlocked
   * @param ended is told when it is released or lost
   */
  Hold(Duration spare, Consumer<Hold> ended) {
    this.spare = spare;
    this.ended = ended;
  }

  /** Begins with the grant, unless that came too late for a job that ends at lockAtMostFor. */
  Optional<SimpleLock> begin(Lease granted, LockConfiguration configuration) {
    synchronized (this) {
      lease = granted;
      if (isOver(configuration)) {
        end();
        return Optional.empty();
      }
      hold(configuration);
    }
    granted.onLost(this::lose);
    return Optional.of(new HeldLock(this, configuration));
  }

  private static boolean isOver(LockConfiguration configuration) {
    return !ClockProvider.now().isBefore(configuration.getLockAtMostUntil());
  }

  /** Begins again at the same node, if the lock was unlocked and is kept only for that. */
  synchronized Optional<SimpleLock> takeOver(LockConfiguration configuration) {
    if (phase != Phase.SPARE || !lease.valid() || isOver(configuration)) {
      return Optional.empty();
    }
    hold(configuration);
    return Optional.of(new HeldLock(this, configuration));
  }

  /** Holds it until another time, unless the time for it has passed already. */
  synchronized Optional<SimpleLock> extend(LockConfiguration before, LockConfiguration after) {
    if (phase != Phase.HELD || !lease.valid()) {
      return Optional.empty();
    }
    if (isOver(before)) {
      end();
      return Optional.empty();
    }
    hold(after);
    return Optional.of(new HeldLock(this, after));
  }

  private void hold(LockConfiguration configuration) {
    phase = Phase.HELD;
    String name = configuration.getName();
    at(
        configuration.getLockAtMostUntil(),
        () -> {
          LOG.warn(
              "the job of lock '{}' has not ended within its lockAtMostFor: the lock is released,"
                  + " and another instance may run the job; set a longer time, a crash does not"
                  + " wait for it",
              name);
          end();
        });
  }

  synchronized void unlock(LockConfiguration configuration) {
    if (phase == Phase.HELD) {
      phase = Phase.KEPT;
      at(configuration.getUnlockTime(), this::spare);
    }
  }

  private void spare() {
    phase = Phase.SPARE;
    at(ClockProvider.now().plus(spare), this::end);
  }

  private synchronized void lose() {
    if (phase == Phase.HELD) {
      LOG.warn("lock '{}' was lost while its job runs; another instance may run it", lease.lock());
    }
    end();
  }

  private void end() {
    phase = Phase.ENDED;
    timer.cancel(false);
    lease.close();
    ended.accept(this);
  }

  /** Does this then, in place of what was to be done at another time. */
  private void at(Instant time, Runnable step) {
    timer.cancel(false);
    long nanos = LongestTime.nanos(Duration.between(ClockProvider.now(), time));
    if (nanos == 0) {
      step.run();
      return;
    }
    var next = new CompletableFuture<Void>().completeOnTimeout(null, nanos, TimeUnit.NANOSECONDS);
    timer = next;
    long mine = ++timers;
    var _ =
        next.thenRunAsync(
            () -> {
              synchronized (this) {
                if (timers == mine && phase != Phase.ENDED) {
                  step.run();
                }
              }
            });
  }
}
