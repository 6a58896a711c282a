package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The contract of {@link java.util.concurrent.locks.Lock}, and of leases; two nodes, one JVM. */
@Timeout(30)
@SuppressWarnings("LockNotBeforeTry") // locks are what is tested
class DistributedLockTest {

  private Sluice here;
  private Sluice there;
  private DistributedLock lock;
  private DistributedLock theirs;

  @BeforeEach
  void join(TestInfo test) {
    here = Sluice.join(test.getDisplayName());
    there = Sluice.join(test.getDisplayName());
    lock = here.lock("x");
    theirs = there.lock("x");
  }

  @AfterEach
  void leave() {
    here.close();
    there.close();
  }

  private static boolean onAnotherThread(Callable<Boolean> task) throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return task.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            run -> Thread.ofPlatform().start(run))
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void excludesTheThreadsOfBothNodes() throws Exception {
    lock.lock();
    assertThat(onAnotherThread(() -> lock.tryLock(10, TimeUnit.MILLISECONDS))).isFalse();
    assertThat(onAnotherThread(() -> theirs.tryLock(10, TimeUnit.MILLISECONDS))).isFalse();
    assertThat(onAnotherThread(theirs::tryLock)).isFalse();
    lock.unlock();
    assertThat(onAnotherThread(theirs::tryLock)).isTrue();
  }

  @Test
  void isReentrant() throws Exception {
    lock.lock();
    long fence = lock.fence();
    lock.lock();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.fence()).isEqualTo(fence);
    lock.unlock();
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    assertThat(onAnotherThread(() -> theirs.tryLock(10, TimeUnit.MILLISECONDS))).isFalse();
    lock.unlock();
    assertThat(lock.isHeldByCurrentThread()).isFalse();
    assertThat(onAnotherThread(() -> theirs.tryLock(5, TimeUnit.SECONDS))).isTrue();
  }

  @Test
  void onlyItsOwnerMayUnlock() throws Exception {
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    lock.lock();
    var thrown = new AtomicReference<Throwable>();
    var _ =
        onAnotherThread(
            () -> {
              try {
                lock.unlock();
              } catch (IllegalMonitorStateException e) {
                thrown.set(e);
              }
              return true;
            });
    assertThat(thrown.get()).isNotNull();
    assertThat(lock.isHeldByCurrentThread()).isTrue();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(lock::fence).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    theirs.lock();
    var ended = new CompletableFuture<Boolean>();
    var waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    lock.lockInterruptibly();
                    ended.complete(false);
                  } catch (InterruptedException e) {
                    ended.complete(true);
                  }
                });
    await().until(() -> waiting.getState() == Thread.State.WAITING);
    waiting.interrupt();
    assertThat(ended.get(5, TimeUnit.SECONDS)).isTrue();
    theirs.unlock();
    // The abandoned request blocks no other.
    assertThat(onAnotherThread(() -> theirs.tryLock(5, TimeUnit.SECONDS))).isTrue();
  }

  @Test
  void lockOutlastsInterruptsAndRemembersThem() throws Exception {
    theirs.lock();
    var ended = new CompletableFuture<Boolean>();
    var waiting =
        Thread.ofPlatform()
            .start(
                () -> {
                  lock.lock();
                  ended.complete(Thread.currentThread().isInterrupted());
                  lock.unlock();
                });
    await().until(() -> waiting.getState() == Thread.State.WAITING);
    waiting.interrupt();
    theirs.unlock();
    assertThat(ended.get(5, TimeUnit.SECONDS)).isTrue();
  }

  /** A request that was given up is taken over by the next that asks here. */
  @Test
  void anAbandonedRequestIsRevived() throws Exception {
    theirs.lock();
    assertThat(onAnotherThread(() -> lock.tryLock(20, TimeUnit.MILLISECONDS))).isFalse();
    var next = lock.acquireAsync();
    assertThat(next).isNotDone();
    theirs.unlock();
    next.get(5, TimeUnit.SECONDS).close();
  }

  @Test
  void threadsOfOneNodeAreServedInOrder() throws Exception {
    theirs.lock();
    List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      var thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    lock.lock();
                    served.add(number);
                    lock.unlock();
                  });
      threads.add(thread);
      await().until(() -> thread.getState() == Thread.State.WAITING);
    }
    theirs.unlock();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(served).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void aLeaseIsNoThreadsOwn() throws Exception {
    var lease = lock.acquire(Duration.ofSeconds(5));
    assertThat(lease.valid()).isTrue();
    assertThat(lease.lock()).isEqualTo("x");
    assertThatThrownBy(() -> lock.acquire(Duration.ofMillis(20)))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining("'x'");
    var _ =
        onAnotherThread(
            () -> {
              lease.close();
              return true;
            });
    assertThat(lease.valid()).isFalse();
    lease.close();
    try (var next = theirs.acquire(Duration.ofSeconds(5))) {
      assertThat(next.fence()).isGreaterThan(lease.fence());
    }
  }

  @Test
  void aCancelledFutureGivesUpItsRequest() throws Exception {
    var held = theirs.acquire(Duration.ofSeconds(5));
    var cancelled = lock.acquireAsync();
    assertThat(cancelled.cancel(false)).isTrue();
    assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
    held.close();
    try (var next = theirs.acquire(Duration.ofSeconds(5))) {
      assertThat(next.valid()).isTrue();
    }
  }

  @Test
  void theHolderIsToldOfItsLoss() throws Exception {
    var lease = lock.acquire(Duration.ofSeconds(5));
    var told = new CountDownLatch(1);
    lease.onLost(told::countDown);
    here.close();
    assertThat(told.await(5, TimeUnit.SECONDS)).isTrue();
    var late = new CountDownLatch(1);
    lease.onLost(late::countDown);
    assertThat(late.await(5, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aThreadHearsOfItsLossWhenItUnlocks() {
    lock.lock();
    here.close();
    assertThatThrownBy(lock::lock).isInstanceOf(LockLostException.class);
    assertThatThrownBy(lock::unlock)
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(lock::lock).isInstanceOf(LockUnavailableException.class);
  }

  @Test
  void whoWaitsWhenItsNodeClosesIsTold() {
    theirs.lock();
    var waiting = lock.acquireAsync();
    here.close();
    assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LockUnavailableException.class);
  }

  /** The other thread's lock is none of its business, and stays untouched. */
  @Test
  void aThreadHearsOfItsLossAlsoWhileAnotherOfItsNodeHasTheLock() throws Exception {
    var lonely = new LoneNode();
    try (var sluice = Sluice.named("lonely").over((_, _, _) -> lonely).join()) {
      var contended = sluice.lock("x");
      contended.lock();
      lonely.cutOff();
      var locked = new CountDownLatch(1);
      var tried = new CountDownLatch(1);
      var other =
          CompletableFuture.supplyAsync(
              () -> {
                contended.lock();
                locked.countDown();
                try {
                  assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();
                  return contended.isHeldByCurrentThread();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                } finally {
                  contended.unlock();
                }
              },
              run -> Thread.ofPlatform().start(run));
      assertThat(locked.await(20, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(contended::lock).isInstanceOf(LockLostException.class);
      assertThatThrownBy(contended::unlock).isInstanceOf(LockLostException.class);
      assertThatThrownBy(contended::unlock).isNotInstanceOf(LockLostException.class);
      tried.countDown();
      assertThat(other.get(20, TimeUnit.SECONDS)).isTrue();
      contended.lock();
      contended.unlock();
    }
  }

  @Test
  void conditionsAreRefused() {
    assertThatThrownBy(lock::newCondition)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("no conditions");
  }

  @Test
  void theSameNameIsTheSameLock() {
    assertThat(here.lock("x")).isSameAs(lock);
    assertThat(here.lock("y")).isNotSameAs(lock);
    assertThat(lock).hasToString("lock 'x'");
  }
}
