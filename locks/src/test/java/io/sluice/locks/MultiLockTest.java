package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tasks that hold several locks, and requests for several without waiting. */
@Timeout(120)
class MultiLockTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  @Test
  void aTaskRunsWhileAllLocksAreHeld() throws Exception {
    try (var sluice = Sluice.join("multi-run")) {
      var both = sluice.multiLock("a", "b");
      both.run(
          lease -> {
            lease.ensureValid();
            assertThat(sluice.inspect().locks().locks())
                .extracting("name")
                .containsExactly("a", "b");
          });
      assertThat(sluice.inspect().locks().locks()).isEmpty();
      assertThat(both.<Long, InterruptedException>call(lease -> lease.fence("a"))).isPositive();
      assertThatThrownBy(
              () ->
                  both.run(
                      LONG,
                      _ -> {
                        throw new IOException("of the task");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("of the task");
      assertThat(sluice.inspect().locks().locks()).isEmpty();
      try (var _ = sluice.lock("b").acquire(LONG)) {
        assertThatThrownBy(() -> both.call(Duration.ofMillis(20), _ -> "it has run"))
            .isInstanceOf(TimeoutException.class);
      }
    }
  }

  /** The loss interrupts the task, once, and the interrupt does not outlive it. */
  @ParameterizedTest
  @MethodSource("networks")
  void aTaskIsInterruptedWhenOneOfItsLocksIsLost(Network network) throws Exception {
    String cluster = ClusterNames.of(MultiLockTest.class, "interrupted");
    try (var sluice = Sluice.named(cluster).over(network).join();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var inside = new CountDownLatch(1);
      var interrupts = new AtomicInteger();
      var running =
          threads.submit(
              () -> {
                assertThatThrownBy(
                        () ->
                            sluice
                                .multiLock("a", "b")
                                .run(
                                    LONG,
                                    _ -> {
                                      inside.countDown();
                                      sleep(interrupts);
                                    }))
                    .isInstanceOf(LockLostException.class)
                    .hasMessageContaining("lock 'b' was lost: released by force");
                return Thread.interrupted();
              });
      assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(sluice.inspect().release("b", "for the test").released()).hasSize(1);
      assertThat(running.get(60, TimeUnit.SECONDS)).isFalse();
      assertThat(interrupts).hasValue(1);
      sluice.multiLock("a", "b").acquire(LONG).close();
    }
  }

  private static void sleep(AtomicInteger interrupts) {
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException e) {
      interrupts.incrementAndGet();
    }
  }

  @Test
  void aTaskDoesNotBeginWithoutOneOfTheLocks() throws Exception {
    try (var sluice = Sluice.join("multi-begin");
        var lease = sluice.multiLock("a", "b").acquire(LONG)) {
      sluice.inspect().release("a", "for the test");
      assertThat(lease.loss().orElseThrow()).hasMessageContaining("lock 'a' was lost");
      assertThatThrownBy(() -> lease.run(_ -> TimeUnit.HOURS.sleep(1)))
          .isInstanceOf(LockLostException.class);
    }
  }

  /** Whether it waits or not: none is held after it was cancelled. */
  @Test
  void severalLocksAreAskedForWithoutWaiting() throws Exception {
    try (var sluice = Sluice.join("multi-async")) {
      var both = sluice.multiLock("a", "b");
      var held = sluice.lock("b").acquire(LONG);
      var cancelled = both.acquireAsync();
      await()
          .atMost(LONG)
          .until(() -> sluice.inspect().lock("b").locks().getFirst(), MultiLockTest::isWaitedFor);
      assertThat(sluice.inspect().lock("b").locks().getFirst().waiters())
          .extracting(LockRequest::thread)
          .containsExactly(Thread.currentThread().getName());
      cancelled.cancel(false);
      await().atMost(LONG).until(() -> sluice.inspect().lock("a").locks().isEmpty());
      var granted = both.acquireAsync();
      held.close();
      try (var lease = granted.get(60, TimeUnit.SECONDS)) {
        assertThat(lease.valid()).isTrue();
      }
      assertThat(sluice.inspect().locks().locks()).isEmpty();
    }
  }

  @Test
  void aRequestForSeveralLocksFailsWithItsNode() {
    var sluice = Sluice.join("multi-closed");
    var both = sluice.multiLock("a", "b");
    sluice.close();
    assertThatThrownBy(() -> both.acquireAsync().get(60, TimeUnit.SECONDS))
        .hasCauseInstanceOf(LockUnavailableException.class);
  }

  private static boolean isWaitedFor(LockState lock) {
    return lock.waiters().size() == 1;
  }
}
