package io.sluice.shedlock;

import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * Gives ShedLock the locks of a Sluice cluster: a job named {@code x} holds the lock {@code x}, the
 * same as {@code sluice.lock("x")} and {@code sluice lock x} in a shell.
 *
 * <pre>{@code
 * LockProvider provider = new SluiceLockProvider(sluice);
 * }</pre>
 *
 * <p>A lock lives with the process that holds it. If that process dies, the others get the lock
 * after its lease, however long {@code lockAtMostFor} is, and also if {@code lockAtLeastFor} has
 * not passed. While the process lives, both are kept: the lock is released at {@code
 * lockAtMostFor}, even if the job still runs, and not before {@code lockAtLeastFor}.
 *
 * <p>To learn that a lock is taken, a node waits for an answer that does not come: see {@link
 * #SluiceLockProvider(Sluice, Duration)}.
 */
public final class SluiceLockProvider implements ExtensibleLockProvider {

  private static final Duration ANSWERS = Duration.ofMillis(250);

  private final Sluice sluice;
  private final Duration answers;
  private final Map<String, Hold> holds = new ConcurrentHashMap<>();

  /** A provider that waits for answers for 250 ms. */
  public SluiceLockProvider(Sluice sluice) {
    this(sluice, ANSWERS);
  }

  /**
   * A provider with another time for answers.
   *
   * @param answers how long {@link #lock} waits for the other nodes before it counts the lock as
   *     taken; the same in all instances. An unlocked lock is kept for one and a half times as long
   *     at its node, so that a node that has asked while the job ran is refused. A time longer than
   *     the time to notice a crash lets a job run in the same tick although the last instance that
   *     ran it has crashed.
   */
  public SluiceLockProvider(Sluice sluice, Duration answers) {
    if (answers.isNegative() || answers.isZero()) {
      throw new IllegalArgumentException(
          "the time for answers is %s; it must be longer than 0".formatted(answers));
    }
    this.sluice = sluice;
    this.answers = LongestTime.limit(answers);
  }

  /**
   * Acquires the lock if it is free.
   *
   * @return empty if it is held, if the other nodes have not answered in time, or if their answers
   *     took longer than {@code lockAtMostFor}
   * @throws io.sluice.locks.LockUnavailableException if it cannot be acquired at this node
   */
  @Override
  public Optional<SimpleLock> lock(LockConfiguration configuration) {
    String name = configuration.getName();
    var mine = new Hold(answers.plus(answers.dividedBy(2)), hold -> holds.remove(name, hold));
    var other = holds.putIfAbsent(name, mine);
    if (other != null) {
      return other.takeOver(configuration);
    }
    Optional<Lease> lease = Optional.empty();
    try {
      lease = ask(name);
    } finally {
      if (lease.isEmpty()) {
        holds.remove(name, mine);
      }
    }
    return lease.flatMap(granted -> mine.begin(granted, configuration));
  }

  private Optional<Lease> ask(String name) {
    try {
      return Optional.of(sluice.lock(name).acquire(answers));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LockException("interrupted while asking for lock '%s'".formatted(name), e);
    }
  }
}
