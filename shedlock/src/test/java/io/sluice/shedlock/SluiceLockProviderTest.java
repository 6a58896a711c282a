package io.sluice.shedlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.LockUnavailableException;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What ShedLock's tests do not ask: two instances, crashes and losses. */
@Timeout(30)
class SluiceLockProviderTest {

  private static final Duration LONG = Duration.ofHours(10);
  private static final Duration ANSWERS = Duration.ofMillis(200);

  private final Sluice first = Sluice.join("jobs");
  private final Sluice second = Sluice.join("jobs");
  private final SluiceLockProvider one = new SluiceLockProvider(first, ANSWERS);
  private final SluiceLockProvider two = new SluiceLockProvider(second, ANSWERS);

  @AfterEach
  void depart() {
    second.close();
    first.close();
  }

  private static LockConfiguration job(Duration atMost, Duration atLeast) {
    return new LockConfiguration(ClockProvider.now(), "report", atMost, atLeast);
  }

  @Test
  void theExampleOfThePage() throws Throwable {
    var sluice = first;
    LockProvider provider = new SluiceLockProvider(sluice);
    var ran =
        new DefaultLockingTaskExecutor(provider)
            .executeWithLock(() -> 42, job(LONG, Duration.ZERO));
    assertThat(ran.getResult()).isEqualTo(42);
    LockProvider patient = new SluiceLockProvider(sluice, Duration.ofSeconds(3));
    assertThat(patient.lock(job(LONG, Duration.ZERO))).isPresent();
  }

  /** Such as a configured "never": a lock that is unlocked is kept for its node. */
  @Test
  void answersMayTakeAnyTime() {
    var patient = new SluiceLockProvider(first, ChronoUnit.FOREVER.getDuration());
    patient.lock(job(LONG, Duration.ZERO)).orElseThrow().unlock();
    assertThat(two.lock(job(LONG, Duration.ZERO))).isEmpty();
    assertThat(patient.lock(job(LONG, Duration.ZERO))).isPresent();
  }

  /** It would get the lock as soon as the job has ended, and run it a second time. */
  @Test
  void anInstanceThatAskedWhileTheJobRanIsRefused() throws Exception {
    var running = one.lock(job(LONG, Duration.ZERO)).orElseThrow();
    var asked = CompletableFuture.supplyAsync(() -> two.lock(job(LONG, Duration.ZERO)));
    assertThat(asked).isNotDone();
    running.unlock();
    assertThat(asked.get(10, TimeUnit.SECONDS)).isEmpty();
    await().untilAsserted(() -> assertThat(two.lock(job(LONG, Duration.ZERO))).isPresent());
  }

  /** Its job would run without the lock, which another instance may have by then. */
  @Test
  void aGrantThatComesAfterLockAtMostForIsNone() throws Exception {
    var patient = new SluiceLockProvider(first, Duration.ofSeconds(20));
    var shell = second.lock("report").acquire();
    var asked =
        CompletableFuture.supplyAsync(
            () -> patient.lock(job(Duration.ofMillis(300), Duration.ZERO)));
    await().until(() -> !second.inspect().lock("report").locks().getFirst().waiters().isEmpty());
    Thread.sleep(400);
    shell.close();
    assertThat(asked.get(10, TimeUnit.SECONDS)).isEmpty();
    await().untilAsserted(() -> assertThat(two.lock(job(LONG, Duration.ZERO))).isPresent());
  }

  @Test
  void lockAtMostForMayBeAnyTime() {
    var forever = one.lock(job(Duration.ofDays(1_000_000), Duration.ZERO)).orElseThrow();
    forever.unlock();
    await().untilAsserted(() -> assertThat(two.lock(job(LONG, Duration.ZERO))).isPresent());
  }

  /** No guess of how long a job may take: a crash is noticed, whatever lockAtMostFor says. */
  @Test
  void theLockOfAnInstanceThatEndsIsFree() {
    assertThat(one.lock(job(LONG, LONG))).isPresent();
    assertThat(two.lock(job(LONG, LONG))).isEmpty();
    first.close();
    await().untilAsserted(() -> assertThat(two.lock(job(LONG, LONG))).isPresent());
  }

  @Test
  void aLostLockCannotBeExtended() {
    var running = one.lock(job(LONG, Duration.ZERO)).orElseThrow();
    first.close();
    assertThat(running.extend(LONG, Duration.ZERO)).isEmpty();
  }

  @Test
  void aLostLockCanBeUnlocked() {
    var running = one.lock(job(LONG, LONG)).orElseThrow();
    first.close();
    running.unlock();
    await().untilAsserted(() -> assertThat(two.lock(job(LONG, Duration.ZERO))).isPresent());
  }

  @Test
  void aLockOfAnotherKindIsRefusedWithTheReason() throws Exception {
    second.readWriteLock("report").writeLock().acquire().close();
    assertThatThrownBy(() -> two.lock(job(LONG, Duration.ZERO)))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("report");
    second.close();
    assertThat(one.lock(job(LONG, Duration.ZERO))).isPresent();
  }

  @Test
  void aJobAndAShellExcludeEachOther() throws Exception {
    var shell = second.lock("report").acquire();
    assertThat(one.lock(job(LONG, Duration.ZERO))).isEmpty();
    shell.close();
    assertThat(one.lock(job(LONG, Duration.ZERO))).isPresent();
    assertThat(second.lock("report").tryAcquire()).isEmpty();
  }

  @Test
  void theTimeForAnswersIsPositive() {
    assertThatThrownBy(() -> new SluiceLockProvider(first, Duration.ZERO))
        .hasMessageContaining("must be longer than 0");
  }
}
