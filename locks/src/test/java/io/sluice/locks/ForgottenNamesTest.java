package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A name that no node uses costs nothing after a while, and can be used again at any time. */
@Timeout(120)
class ForgottenNamesTest {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(100);

  private static Sluice.Builder builder(String cluster) {
    return Sluice.named(cluster).forgetAfter(SHORT);
  }

  private static void awaitForgotten(Sluice... nodes) {
    for (Sluice each : nodes) {
      await().atMost(SOON).until(() -> each.node().locks() == 0);
    }
  }

  private static long use(DistributedLock lock) throws Exception {
    try (var lease = lock.acquire(SOON)) {
      return lease.fence();
    }
  }

  static List<Arguments> networks() {
    return List.of(
        Arguments.of("local", Local.jvm(), 20_000), Arguments.of("tcp", Tcp.loopback(), 10_000));
  }

  /** Names of all kinds, each used once, by three nodes. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("networks")
  void namesUsedOnceAreForgotten(String over, Network network, int names) throws Exception {
    var nodes = new ArrayList<Sluice>();
    try {
      for (int i = 0; i < 3; i++) {
        nodes.add(
            Sluice.named("used-once-" + over)
                .over(network)
                .nodeName("node-" + i)
                .lease(Duration.ofSeconds(30))
                .forgetAfter(Duration.ofSeconds(1))
                .join());
        assertThat(nodes.getLast().awaitMembership(SOON)).isTrue();
      }
      useEach(nodes, "warm-up-", 200);
      awaitForgotten(nodes.toArray(Sluice[]::new));
      long before = usedHeap();
      useEach(nodes, "name-", names);
      awaitForgotten(nodes.toArray(Sluice[]::new));
      assertThat((usedHeap() - before) / names).as("bytes left per name").isLessThan(200);
    } finally {
      nodes.forEach(Sluice::close);
    }
  }

  @SuppressWarnings("LockNotBeforeTry") // nothing happens in between
  private static void useEach(List<Sluice> nodes, String prefix, int names) throws Exception {
    for (int i = 0; i < names; i++) {
      var node = nodes.get(i % nodes.size());
      switch (i % 10) {
        case 0 -> node.readWriteLock(prefix + i).writeLock().acquire(SOON).close();
        case 1 -> node.readWriteLock(prefix + i).readLock().run(SOON, _ -> {});
        case 2 -> node.groupLock(prefix + i).enter("room", SOON).close();
        case 3 -> node.prioritySemaphore(prefix + i, 2).acquire(Priority.NORMAL, SOON).close();
        case 4 -> {
          node.lock(prefix + i).lock();
          node.lock(prefix + i).unlock();
        }
        default -> use(node.lock(prefix + i));
      }
    }
  }

  private static long usedHeap() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      var runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  /** A million names, used once by two nodes in turn: 8 MiB of a gigabyte may be left. */
  @Test
  @Tag("long")
  @Timeout(1_800)
  void aMillionNamesUsedOnceLeaveNothing() throws Exception {
    int names = 1_000_000;
    var idle = Duration.ofMinutes(1);
    try (var one = Sluice.named("million").forgetAfter(idle).join();
        var two = Sluice.named("million").forgetAfter(idle).join()) {
      var nodes = List.of(one, two);
      useEach(nodes, "warm-up-", 2_000);
      long before = usedHeap();
      for (int i = 0; i < names; i++) {
        use(nodes.get(i % 2).lock("name-" + i));
      }
      long full = usedHeap() - before;
      assertThat(full).as("bytes of the names").isGreaterThan(100L * names);
      await()
          .atMost(Duration.ofMinutes(10))
          .until(() -> one.node().locks() + two.node().locks() == 0);
      long left = usedHeap() - before;
      System.out.printf("%,d names: %,d bytes, and %,d when forgotten%n", names, full, left);
      assertThat(left).as("bytes left").isLessThan(8 << 20);
    }
  }

  /** The application keeps the objects; the names are forgotten, and the objects still work. */
  @Test
  void objectsThatTheApplicationKeepsStillWork() throws Exception {
    try (var here = builder("kept-objects").join();
        var there = builder("kept-objects").join()) {
      var plain = here.lock("plain");
      var limited = plain.holdAtMost(Duration.ofMinutes(1));
      var pair = here.readWriteLock("pair");
      var group = here.groupLock("group");
      var semaphore = here.prioritySemaphore("semaphore", 2);
      long fence = 0;
      for (int i = 0; i < 3; i++) {
        long next = use(plain);
        assertThat(next).isGreaterThan(fence);
        fence = use(limited);
        assertThat(fence).isGreaterThan(next);
        pair.readLock().acquire(SOON).close();
        pair.downgrade(pair.writeLock().acquire(SOON)).close();
        group.enter("room", SOON).close();
        group.exclusive().acquire(SOON).close();
        semaphore.acquire(2, Priority.NORMAL, SOON).close();
        awaitForgotten(here, there);
        fence = Math.max(fence, use(there.lock("plain")));
        awaitForgotten(here, there);
      }
    }
  }

  /** Whichever object a thread has, its holds count together. */
  @Test
  @SuppressWarnings("LockNotBeforeTry") // locked by one object and unlocked by another
  void holdsAreThoseOfTheNameAndNotOfTheObject() throws Exception {
    try (var here = builder("same-holds").join();
        var there = builder("same-holds").join()) {
      var kept = here.lock("x");
      kept.lock();
      kept.unlock();
      awaitForgotten(here, there);
      assertThat(kept.isHeldByCurrentThread()).isFalse();
      assertThatThrownBy(kept::unlock).isInstanceOf(IllegalMonitorStateException.class);
      assertThat(here.node().locks()).as("looking does not use the name").isZero();
      var other = here.lock("x");
      other.lock();
      kept.lock(); // reentrant
      assertThat(kept.fence()).isEqualTo(other.fence());
      kept.unlock();
      assertThat(other.isHeldByCurrentThread()).isTrue();
      assertThat(there.lock("x").tryLock()).isFalse();
      kept.unlock();
      assertThat(there.lock("x").tryLock()).isTrue();
      there.lock("x").unlock();
      awaitForgotten(here, there);
    }
  }

  /** A thread that has lost the lock and not learned of it still uses the name. */
  @Test
  void aLossIsNotForgotten() throws Exception {
    try (var here = builder("loss").join();
        var there = builder("loss").join()) {
      var lock = here.lock("x");
      lock.lock();
      assertThat(there.inspect().release("x", "test").released()).hasSize(1);
      use(there.lock("y"));
      await().atMost(SOON).until(() -> there.node().locks() <= 1);
      await()
          .atMost(SOON)
          .during(SHORT.multipliedBy(5))
          .until(() -> here.node().locks() == 1 && !lock.isHeldByCurrentThread());
      assertThatThrownBy(lock::unlock).isInstanceOf(LockLostException.class);
      awaitForgotten(here, there);
    }
  }

  /** A forgotten name is free for another kind of lock; what was kept of it says so. */
  @Test
  void aForgottenNameMayBecomeAnotherKindOfLock() throws Exception {
    try (var here = builder("other-kind").join();
        var there = builder("other-kind").join()) {
      var plain = here.lock("x");
      use(plain);
      awaitForgotten(here, there);
      try (var _ = there.readWriteLock("x").writeLock().acquire(SOON)) {
        assertThatThrownBy(() -> plain.acquire(SOON))
            .isInstanceOf(LockUnavailableException.class)
            .hasMessageContaining("read-write lock");
      }
      awaitForgotten(here, there);
      use(plain);
    }
  }

  /** What a name stands for lasts: data, latches and barriers. */
  @Test
  void dataLatchesAndBarriersAreNotForgotten() throws Exception {
    try (var here = builder("lasting").join();
        var there = builder("lasting").join()) {
      var data = here.data("counters").size(8).open();
      try (var view = data.requestWrite().acquire(SOON)) {
        view.commit();
      }
      here.latch("started", 1).countDown();
      use(there.lock("idle"));
      await()
          .atMost(SOON)
          .during(SHORT.multipliedBy(5))
          .until(() -> here.node().locks() == 2 && there.node().locks() <= 2);
      there.latch("started", 1).await(SOON);
    }
  }

  @Test
  void metersOfForgottenNamesAreRemoved() throws Exception {
    var registry = new SimpleMeterRegistry();
    try (var here = builder("meters").metrics(registry).join();
        var there = builder("meters").join()) {
      use(here.lock("x"));
      use(there.lock("x"));
      assertThat(registry.find("sluice.lock.acquisitions").tag("lock", "x").counter()).isNotNull();
      awaitForgotten(here, there);
      assertThat(registry.getMeters()).noneMatch(each -> each.getId().getTag("lock") != null);
      assertThat(registry.get("sluice.locks").gauge().value()).isZero();
      use(here.lock("x"));
      assertThat(registry.get("sluice.lock.acquisitions").tag("lock", "x").counter().count())
          .isEqualTo(1);
    }
  }

  @Test
  void theTimeIsPositive() {
    assertThatThrownBy(() -> Sluice.named("never").forgetAfter(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positive");
  }
}
