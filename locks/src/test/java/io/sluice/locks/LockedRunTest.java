package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tasks that run while a lock is held: what they return and throw, and how they learn of a loss.
 */
@Timeout(60)
class LockedRunTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  private final LoneNode network = new LoneNode();
  private Sluice sluice;
  private DistributedLock lock;

  @BeforeEach
  void join() {
    sluice = Sluice.named("locked-run").over((_, _, _) -> network).join();
    lock = sluice.lock("x");
  }

  @AfterEach
  void close() {
    // No test leaves an interrupt behind for the next.
    boolean _ = Thread.interrupted();
    sluice.close();
  }

  /** A way to run a task that holds a lock. */
  interface Way {
    void run(Sluice sluice, LockedTask<Exception> task) throws Exception;
  }

  private static LockedCall<Boolean, Exception> calling(LockedTask<Exception> task) {
    return lease -> {
      task.run(lease);
      return true;
    };
  }

  static Stream<Named<Way>> ways() {
    var room = "a";
    var high = Priority.HIGH;
    return Stream.of(
        named("lock", (s, task) -> s.lock("l").run(task)),
        named("lock, timeout", (s, task) -> s.lock("l").run(SOON, task)),
        named("lock, call", (s, task) -> s.lock("l").call(calling(task))),
        named("lock, call, timeout", (s, task) -> s.lock("l").call(SOON, calling(task))),
        named("read lock", (s, task) -> s.readWriteLock("p").readLock().run(SOON, task)),
        named("write lock", (s, task) -> s.readWriteLock("p").writeLock().run(SOON, task)),
        named("room", (s, task) -> s.groupLock("g").run(room, task)),
        named("room, timeout", (s, task) -> s.groupLock("g").run(room, SOON, task)),
        named("room, call", (s, task) -> s.groupLock("g").call(room, calling(task))),
        named("room, call, timeout", (s, task) -> s.groupLock("g").call(room, SOON, calling(task))),
        named("all rooms", (s, task) -> s.groupLock("g").exclusive().run(SOON, task)),
        named("unit", (s, task) -> s.prioritySemaphore("u", 2).run(high, task)),
        named("unit, timeout", (s, task) -> s.prioritySemaphore("u", 2).run(high, SOON, task)),
        named("unit, call", (s, task) -> s.prioritySemaphore("u", 2).call(high, calling(task))),
        named(
            "unit, call, timeout",
            (s, task) -> s.prioritySemaphore("u", 2).call(high, SOON, calling(task))));
  }

  private static Named<Way> named(String name, Way way) {
    return Named.of(name, way);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void everyKindOfLockRunsTasksAndReportsLosses(Way way) throws Exception {
    var ran = new AtomicBoolean();
    way.run(
        sluice,
        lease -> {
          lease.ensureValid();
          ran.set(true);
        });
    assertThat(ran).isTrue();
    var never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                way.run(
                    sluice,
                    _ -> {
                      network.cutOff();
                      never.await();
                    }))
        .isInstanceOf(LockLostException.class);
  }

  private boolean isFree() throws InterruptedException {
    var lease = lock.tryAcquire();
    lease.ifPresent(Lease::close);
    return lease.isPresent();
  }

  @Test
  void theTaskHoldsTheLockAndItsResultIsReturned() throws Exception {
    long fence =
        lock.call(
            SOON,
            lease -> {
              assertThat(lease.valid()).isTrue();
              assertThat(isFree()).isFalse();
              return lease.fence();
            });
    assertThat(fence).isPositive();
    assertThat(isFree()).isTrue();
  }

  @Test
  void whatTheTaskThrowsIsThrownAndTheLockIsReleased() throws Exception {
    assertThatThrownBy(
            () ->
                lock.run(
                    _ -> {
                      throw new IOException("on purpose");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("on purpose");
    assertThat(isFree()).isTrue();
  }

  @Test
  void theTaskDoesNotRunIfTheLockIsNotGrantedInTime() throws Exception {
    var ran = new AtomicBoolean();
    try (var _ = lock.acquire(SOON)) {
      assertThatThrownBy(() -> lock.run(Duration.ofMillis(20), _ -> ran.set(true)))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("timed out after 20 ms waiting for lock 'x'");
    }
    assertThat(ran).isFalse();
  }

  @Test
  void aLossInterruptsTheTask() {
    var never = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                lock.run(
                    lease -> {
                      network.cutOff();
                      never.await();
                    }))
        .isInstanceOf(LockLostException.class)
        .hasMessage("lock 'x' was lost: cut off")
        .satisfies(
            lost ->
                assertThat(lost.getSuppressed())
                    .singleElement()
                    .isInstanceOf(InterruptedException.class));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  /** The interrupt is for the task alone: the caller may go on to acquire the lock again. */
  @Test
  void theInterruptForALossDoesNotOutliveTheRun() throws Exception {
    var seen = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                lock.run(
                    _ -> {
                      network.cutOff();
                      while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                      }
                      seen.set(true);
                    }))
        .isInstanceOf(LockLostException.class);
    assertThat(seen).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    lock.run(SOON, Lease::ensureValid);
  }

  @Test
  void anInterruptOfAnotherSourceBeforeTheLossIsKept() {
    var thread = Thread.currentThread();
    assertThatThrownBy(
            () ->
                lock.run(
                    lease -> {
                      thread.interrupt();
                      var told = new CountDownLatch(1);
                      lease.onLost(told::countDown);
                      network.cutOff();
                      awaitUninterruptibly(told);
                      assertThat(catchThrowable(() -> Thread.sleep(60_000)))
                          .isInstanceOf(InterruptedException.class);
                    }))
        .isInstanceOf(LockLostException.class);
    // Whether the task's own listener or the run's was called first is open.
    assertThat(thread.isInterrupted()).isTrue();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (latch.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void withoutALossTheInterruptStatusIsTheTasks() throws Exception {
    lock.run(SOON, _ -> Thread.currentThread().interrupt());
    assertThat(Thread.interrupted()).isTrue();
  }

  /** Nothing can stop it; but its result is not taken for one that was computed under the lock. */
  @Test
  void aTaskThatIgnoresTheInterruptRunsToItsEndAndTheLossIsReported() {
    var ended = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                lock.call(
                    lease -> {
                      network.cutOff();
                      for (int naps = 0; naps < 3; naps++) {
                        try {
                          TimeUnit.MILLISECONDS.sleep(10);
                        } catch (InterruptedException e) {
                          // Ignored on purpose.
                        }
                      }
                      ended.set(true);
                      return lease.fence();
                    }))
        .isInstanceOf(LockLostException.class);
    assertThat(ended).isTrue();
  }

  @Test
  void whatTheTaskThrowsAfterALossIsSuppressed() {
    assertThatThrownBy(
            () ->
                lock.run(
                    _ -> {
                      network.cutOff();
                      throw new IOException("connection reset");
                    }))
        .isInstanceOf(LockLostException.class)
        .satisfies(
            lost ->
                assertThat(lost.getSuppressed())
                    .singleElement()
                    .isInstanceOf(IOException.class)
                    .extracting("message")
                    .isEqualTo("connection reset"));
  }

  /** The node has not noticed yet, so there is no interrupt; but the lease has run out. */
  @Test
  void aLeaseThatHasRunOutIsALossAlsoIfTheNodeHasNotNoticed() {
    assertThatThrownBy(() -> lock.run(_ -> network.expire()))
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("for longer than its lease");
  }

  /** Else a thread that was paused for longer than the lease would not learn of it. */
  @Test
  void aThreadHearsOfALeaseThatHasRunOutAlsoIfTheNodeHasNotNoticed() {
    lock.lock();
    network.expire();
    assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("for longer than its lease");
    assertThatThrownBy(lock::unlock).hasMessageContaining("is not held by this thread");
  }

  /** After the check nothing runs that relies on the lock. */
  @Test
  void noInterruptComesAfterTheTaskHasEnded() throws Exception {
    for (int i = 0; i < 200; i++) {
      var other = CompletableFuture.runAsync(network::cutOff);
      try {
        lock.run(SOON, _ -> Thread.onSpinWait());
      } catch (LockLostException e) {
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
      }
      other.get(20, TimeUnit.SECONDS);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void aLeaseThatRunsATaskIsHeldAfterwards() throws Exception {
    try (var lease = lock.acquire()) {
      long fence = lease.call(Lease::fence);
      lease.run(same -> assertThat(same.fence()).isEqualTo(fence));
      assertThat(isFree()).isFalse();
    }
    var closed = lock.acquire();
    closed.close();
    assertThatThrownBy(() -> closed.run(_ -> {})).isInstanceOf(IllegalStateException.class);
    var lost = lock.acquire();
    assertThatThrownBy(() -> lost.run(_ -> network.cutOff())).isInstanceOf(LockLostException.class);
    assertThatThrownBy(() -> lost.run(_ -> {})).isInstanceOf(LockLostException.class);
  }

  @Test
  void aTaskMayReleaseTheLockItself() throws Exception {
    lock.run(SOON, Lease::close);
    assertThat(isFree()).isTrue();
  }

  @Test
  void closingTheNodeIsALoss() {
    assertThatThrownBy(() -> lock.run(_ -> sluice.close()))
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void aLeaseSaysWhetherItIsValid() throws Exception {
    var lease = lock.acquire(SOON);
    lease.ensureValid();
    network.cutOff();
    assertThatThrownBy(lease::ensureValid)
        .isInstanceOf(LockLostException.class)
        .hasMessage("lock 'x' was lost: cut off");
    lease.close();
    assertThatThrownBy(lease::ensureValid).isInstanceOf(LockLostException.class);
    var next = lock.acquire(SOON);
    next.close();
    assertThatThrownBy(next::ensureValid)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the lease of lock 'x' is closed");
  }
}
