package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.admin.LockState;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is held for too long is lost, whatever kind of lock it is. */
@Timeout(120)
class LimitsTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(50);

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  private static Sluice join(String cluster, Network network) {
    return Sluice.named(ClusterNames.of(LimitsTest.class, cluster)).over(network).join();
  }

  private static void together(Sluice one, Sluice two) {
    await()
        .atMost(LONG)
        .until(() -> Stream.of(one, two).allMatch(each -> each.view().members().size() == 2));
  }

  private static void assertHeldForTooLong(Lease lease) {
    assertThat(lease.valid()).isFalse();
    assertThatThrownBy(lease::ensureValid)
        .isInstanceOf(LockLostException.class)
        .hasMessageContaining("held for PT0.05S");
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aLockIsLostWhenItHasBeenHeldForTooLong(Network network) throws Exception {
    try (var one = join("lock", network);
        var two = join("lock", network)) {
      together(one, two);
      var limited = one.lock("x").holdAtMost(SHORT);
      var lost = new CountDownLatch(1);
      var lease = limited.acquire(LONG);
      lease.onLost(lost::countDown);
      try (var next = two.lock("x").acquire(LONG)) {
        assertThat(lease.valid()).isFalse();
        assertThat(next.fence()).isGreaterThan(lease.fence());
      }
      assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
      assertHeldForTooLong(lease);
      assertThatThrownBy(() -> limited.run(_ -> TimeUnit.HOURS.sleep(1)))
          .isInstanceOf(LockLostException.class);
      assertThatThrownBy(() -> limited.holdAtMost(Duration.ofMillis(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aUnitIsLostWhenItHasBeenHeldForTooLong(Network network) throws Exception {
    try (var one = join("unit", network);
        var two = join("unit", network)) {
      together(one, two);
      var limited = one.prioritySemaphore("s", 2).holdAtMost(SHORT);
      assertThat(limited.units()).isEqualTo(2);
      try (var kept = one.prioritySemaphore("s", 2).acquire(Priority.HIGH, LONG)) {
        var lease = limited.acquire(Priority.HIGH, LONG);
        try (var next = two.prioritySemaphore("s", 2).acquire(Priority.LOW, LONG)) {
          assertThat(next.unit()).isEqualTo(lease.unit());
          assertThat(next.fence()).isGreaterThan(lease.fence());
          assertHeldForTooLong(lease);
        }
        assertThat(kept.valid()).isTrue();
      }
      assertThatThrownBy(() -> limited.run(Priority.LOW, _ -> TimeUnit.HOURS.sleep(1)))
          .isInstanceOf(LockLostException.class);
    }
  }

  /** The others in the room stay, and keep it open. */
  @ParameterizedTest
  @MethodSource("networks")
  void aRoomIsLeftWhenAThreadHasBeenInItForTooLong(Network network) throws Exception {
    try (var one = join("room", network);
        var two = join("room", network)) {
      together(one, two);
      var limited = one.groupLock("g").holdAtMost(SHORT);
      var stays = one.groupLock("g").enter("a", LONG);
      var lease = limited.enter("a", LONG);
      var lost = new CountDownLatch(1);
      lease.onLost(lost::countDown);
      assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
      assertHeldForTooLong(lease);
      assertThat(stays.valid()).isTrue();
      stays.close();
      var alone = limited.exclusive().acquire(LONG);
      two.groupLock("g").enter("b", LONG).close();
      assertHeldForTooLong(alone);
    }
  }

  /** One loss, told once; and all locks are free for the next holder, although none was closed. */
  @ParameterizedTest
  @MethodSource("networks")
  void severalLocksAreLostTogether(Network network) throws Exception {
    try (var one = join("multi", network);
        var two = join("multi", network)) {
      together(one, two);
      var limited = one.multiLock("a", "b", "c").holdAtMost(SHORT);
      var told = new AtomicInteger();
      var lease = limited.acquire(LONG);
      lease.onLost(told::incrementAndGet);
      try (var next = two.multiLock("a", "b", "c").acquire(LONG)) {
        assertThat(lease.valid()).isFalse();
        lease.leases().forEach(LimitsTest::assertHeldForTooLong);
        assertThat(next.fence("b")).isGreaterThan(lease.fence("b"));
      }
      assertThatThrownBy(lease::ensureValid).isInstanceOf(LockLostException.class);
      assertThat(lease.loss().orElseThrow().why()).contains("held for PT0.05S");
      assertThatThrownBy(() -> limited.run(LONG, _ -> TimeUnit.HOURS.sleep(1)))
          .isInstanceOf(LockLostException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(told).hasValue(1);
      assertThatThrownBy(() -> limited.holdAtMost(Duration.ofMillis(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** The first lock is held for longer than that while the second one is waited for. */
  @Test
  void theTimeOfSeveralLocksBeginsWhenAllAreHeld() throws Exception {
    try (var sluice = join("multi-begin", Local.jvm());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var held = sluice.lock("b").acquire(LONG);
      var limited = sluice.multiLock("a", "b").holdAtMost(SHORT);
      var asking = threads.submit(() -> limited.acquire(LONG));
      await().atMost(LONG).until(() -> hasBeenHeldFor(SHORT.multipliedBy(2), sluice, "a"));
      held.close();
      var lease = asking.get(60, TimeUnit.SECONDS);
      assertThat(lease.remaining().orElseThrow()).isLessThanOrEqualTo(SHORT);
      sluice.lock("a").acquire(LONG).close();
      lease.leases().forEach(LimitsTest::assertHeldForTooLong);
    }
  }

  @Test
  void theTimeOfSeveralUnitsBeginsWhenAllAreHeld() throws Exception {
    try (var sluice = join("units-begin", Local.jvm());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var semaphore = sluice.prioritySemaphore("s", 2);
      var held = semaphore.acquire(Priority.HIGH, LONG);
      var limited = semaphore.holdAtMost(SHORT);
      var asking = threads.submit(() -> limited.acquire(2, Priority.HIGH, LONG));
      await()
          .atMost(LONG)
          .until(() -> sluice.inspect().lock("s").locks().getFirst().holders().size() == 2);
      await().atMost(LONG).until(() -> hasBeenHeldFor(SHORT.multipliedBy(2), sluice, "s"));
      held.close();
      var lease = asking.get(60, TimeUnit.SECONDS);
      semaphore.acquire(2, Priority.LOW, LONG).close();
      assertThat(lease.leases()).hasSize(2).allSatisfy(LimitsTest::assertHeldForTooLong);
    }
  }

  private static boolean hasBeenHeldFor(Duration time, Sluice sluice, String name)
      throws InterruptedException {
    return sluice.inspect().lock(name).locks().stream()
        .map(LockState::holders)
        .anyMatch(all -> all.stream().allMatch(each -> each.time().compareTo(time) > 0));
  }

  /** A thread may hold it through one view of the lock and release it through another. */
  @Test
  @SuppressWarnings("LockNotBeforeTry") // the statement is about these calls
  void aLimitConcernsWhatIsAcquiredWithIt() throws Exception {
    try (var sluice = Sluice.join("unlimited")) {
      var lock = sluice.lock("x");
      lock.holdAtMost(LONG).lock();
      lock.lock();
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
      lock.unlock();
      assertThat(lock.isHeldByCurrentThread()).isFalse();
      try (var lease = lock.acquire(LONG);
          var room = sluice.groupLock("g").enter("a");
          var unit = sluice.prioritySemaphore("s", 1).acquire(Priority.HIGH)) {
        var _ = sluice.multiLock("y", "z").holdAtMost(Duration.ofMillis(200)).acquire(LONG);
        await().atMost(LONG).until(() -> sluice.inspect().lock("y").locks().isEmpty());
        assertThat(lease.valid() && room.valid() && unit.valid()).isTrue();
      }
    }
  }

  @Test
  void aLeaseRemainsNoLongerThanItMayBeHeld() throws Exception {
    try (var sluice = Sluice.join("remaining");
        var limited = sluice.lock("x").holdAtMost(LONG).acquire(LONG);
        var several = sluice.multiLock("a", "b").holdAtMost(LONG).acquire(LONG);
        var unlimited = sluice.lock("y").acquire(LONG)) {
      assertThat(limited.remaining().orElseThrow()).isPositive().isLessThanOrEqualTo(LONG);
      assertThat(several.leases())
          .allSatisfy(
              each ->
                  assertThat(each.remaining().orElseThrow())
                      .isPositive()
                      .isLessThanOrEqualTo(LONG));
      assertThat(unlimited.remaining()).isEmpty();
    }
  }

  /** Such as a configured "never". */
  @Test
  void anyTimeMayBeTheLongest() throws Exception {
    var forever = ChronoUnit.FOREVER.getDuration();
    try (var sluice = Sluice.named("forever").warnAfter(forever).join()) {
      var lock = sluice.lock("x").holdAtMost(forever).warnAfter(forever);
      var both = sluice.multiLock("x", "y").holdAtMost(forever).warnAfter(forever);
      try (var lease = lock.acquire(LONG)) {
        assertThat(lease.valid()).isTrue();
      }
      try (var lease = both.acquire(LONG)) {
        assertThat(lease.valid()).isTrue();
      }
      lock.acquire(LONG).close();
    }
  }
}
