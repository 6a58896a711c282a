package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.History.Stay;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several locks at once, and several units at once. */
@Timeout(120)
class RecipesTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  /** Threads name three of four locks in any order; none waits for another without end. */
  @ParameterizedTest
  @MethodSource("networks")
  void severalLocksAreAcquiredWithoutDeadlock(Network network) throws Exception {
    var history = new History();
    String cluster = ClusterNames.of(RecipesTest.class, "multi");
    try (var one = Sluice.named(cluster).over(network).join();
        var two = Sluice.named(cluster).over(network).join()) {
      await().atMost(LONG).until(() -> one.view().members().size() == 2);
      inThreads(
          6,
          worker -> {
            var random = new Random(worker);
            var names = new ArrayList<>(List.of("a", "b", "c", "d"));
            for (int i = 0; i < 30; i++) {
              Collections.shuffle(names, random);
              var some = names.subList(0, 3).toArray(String[]::new);
              try (var lease = (worker % 2 == 0 ? one : two).multiLock(some).acquire(LONG)) {
                long from = System.nanoTime();
                Thread.onSpinWait();
                long to = System.nanoTime();
                assertThat(lease.valid()).isTrue();
                for (String name : some) {
                  history.add(new Stay(name, "w" + worker, from, to, lease.fence(name)));
                }
              }
            }
          });
    }
    history.check();
    assertThat(history.stays()).hasSize(6 * 30 * 3);
  }

  /** What each of several threads does. */
  private interface Work {
    void run(int worker) throws Exception;
  }

  private static void inThreads(int count, Work work) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int worker = i;
        all.add(
            threads.submit(
                () -> {
                  work.run(worker);
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
  }

  @Test
  void aTimeoutLeavesNoneOfTheLocksHeld() throws Exception {
    try (var sluice = Sluice.join("multi-timeout")) {
      var held = sluice.lock("b").acquire(LONG);
      var both = sluice.multiLock("b", "a", "a");
      assertThat(both.names()).containsExactly("a", "b");
      assertThatThrownBy(() -> both.acquire(Duration.ofMillis(20)))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("timed out after 20 ms waiting for lock 'b', one of locks [a, b]");
      assertThat(both.tryAcquire()).isEmpty();
      sluice.lock("a").acquire(LONG).close();
      held.close();
      try (var lease = both.acquire()) {
        assertThat(lease.leases()).hasSize(2);
        assertThatThrownBy(() -> lease.fence("c")).isInstanceOf(IllegalArgumentException.class);
      }
      assertThatThrownBy(sluice::multiLock).isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** With one of the locks, all of it is lost. */
  @Test
  void theLossOfOneLockIsTheLossOfAll() throws Exception {
    try (var sluice = Sluice.join("multi-loss");
        var lease = sluice.multiLock("a", "b").acquire(LONG)) {
      var lost = new CountDownLatch(1);
      lease.onLost(lost::countDown);
      sluice.inspect().release("b", "for the test");
      assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lease.valid()).isFalse();
      assertThatThrownBy(lease::ensureValid).isInstanceOf(LockLostException.class);
    }
  }

  /** A lock that is lost while others are waited for is not held with them. */
  @Test
  void aLossOfOneLockIsToldToAWaiter() throws Exception {
    try (var sluice = Sluice.join("multi-loss-early");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var held = sluice.lock("b").acquire(LONG);
      var asking = threads.submit(() -> sluice.multiLock("a", "b").acquire(LONG));
      await().atMost(LONG).until(() -> sluice.inspect().lock("a").locks().size() == 1);
      assertThat(sluice.inspect().release("a", "for the test").released()).hasSize(1);
      held.close();
      assertThatThrownBy(asking::get).hasCauseInstanceOf(LockLostException.class);
      assertThat(sluice.inspect().lock("b").locks()).isEmpty();
    }
  }

  @Test
  void aLossOfOneUnitIsToldToAWaiter() throws Exception {
    try (var sluice = Sluice.join("units-loss-early");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var semaphore = sluice.prioritySemaphore("s", 2);
      var held = semaphore.acquire(Priority.HIGH, LONG);
      var asking = threads.submit(() -> semaphore.acquire(2, Priority.HIGH, LONG));
      await()
          .atMost(LONG)
          .until(() -> sluice.inspect().lock("s").locks().getFirst().holders().size() == 2);
      var holders = sluice.inspect().lock("s").locks().getFirst().holders();
      long second =
          holders.stream().mapToLong(each -> each.fence().orElseThrow()).max().orElseThrow();
      assertThat(sluice.inspect().release("s", second, "for the test").released()).hasSize(1);
      held.close();
      assertThatThrownBy(asking::get).hasCauseInstanceOf(LockLostException.class);
      assertThat(sluice.inspect().lock("s").locks()).isEmpty();
    }
  }

  /**
   * One that has lost a unit, or its turn to collect them, gives up as soon as it is granted the
   * next: others may wait for that one while it waits for what they have.
   */
  @ParameterizedTest
  @ValueSource(strings = {"s", "s/several"})
  void aWaiterThatHasLostSomethingDoesNotCollectTheRest(String lost) throws Exception {
    try (var sluice = Sluice.join("units-given-up");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var semaphore = sluice.prioritySemaphore("s", 3);
      var one = semaphore.acquire(Priority.HIGH, LONG);
      try (var _ = semaphore.acquire(Priority.HIGH, LONG)) {
        var asking = threads.submit(() -> semaphore.acquire(3, Priority.HIGH, LONG));
        await()
            .atMost(LONG)
            .until(() -> sluice.inspect().lock("s").locks().getFirst().holders().size() == 3);
        long last =
            sluice.inspect().lock(lost).locks().getFirst().holders().stream()
                .mapToLong(each -> each.fence().orElseThrow())
                .max()
                .orElseThrow();
        assertThat(sluice.inspect().release(lost, last, "for the test").released()).hasSize(1);
        one.close();
        assertThatThrownBy(asking::get).hasCauseInstanceOf(LockLostException.class);
      }
    }
  }

  /** Each wants two or three of three units; never more than three are held. */
  @ParameterizedTest
  @MethodSource("networks")
  void severalUnitsAreAcquiredWithoutDeadlock(Network network) throws Exception {
    var history = new History();
    String cluster = ClusterNames.of(RecipesTest.class, "units");
    try (var one = Sluice.named(cluster).over(network).join();
        var two = Sluice.named(cluster).over(network).join()) {
      await().atMost(LONG).until(() -> one.view().members().size() == 2);
      inThreads(
          6,
          worker -> {
            var semaphore = (worker % 2 == 0 ? one : two).prioritySemaphore("s", 3);
            for (int i = 0; i < 20; i++) {
              try (var lease = semaphore.acquire(2 + i % 2, Priority.of(worker), LONG)) {
                long from = System.nanoTime();
                Thread.onSpinWait();
                long to = System.nanoTime();
                for (Lease each : lease.leases()) {
                  var unit = Claim.EXCLUSIVE.toUnit(each.unit());
                  history.add(new Stay("s", "w" + worker, unit, from, to, each.fence()));
                }
              }
            }
          });
      var semaphore = one.prioritySemaphore("s", 3);
      try (var _ = semaphore.acquire(Priority.HIGH)) {
        assertThatThrownBy(() -> semaphore.acquire(3, Priority.HIGH, Duration.ofMillis(20)))
            .isInstanceOf(TimeoutException.class)
            .hasMessage("timed out after 20 ms waiting for 3 of 3 units of semaphore 's'");
        semaphore.acquire(2, Priority.HIGH, LONG).close();
      }
      assertThatThrownBy(() -> semaphore.acquire(4, Priority.HIGH, LONG))
          .hasMessageContaining("ask for 1 to 3, not 4");
    }
    history.check();
    history.checkNeverMoreThan(3);
    assertThat(history.stays()).hasSize(6 * 50);
  }
}
