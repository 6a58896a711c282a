package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.LockProtocols;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.History.Stay;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A writer that goes on as a reader: no other writes in between, with any protocol. */
@Timeout(120)
class DowngradeTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private static final int ROUNDS = 40;

  /** Every protocol of read-write locks that can run one. */
  static Stream<Arguments> protocols() {
    return Stream.concat(
            Catalogue.builtIn().all().stream()
                .filter(each -> each.family() == Family.READ_WRITE)
                .filter(DowngradeTest::canRun)
                .map(Algorithm::name),
            Stream.of("rw-lmp:lazy"))
        .flatMap(
            name -> Stream.of(Arguments.of(name, Local.jvm()), Arguments.of(name, Tcp.loopback())));
  }

  private static boolean canRun(Algorithm<?, ?> algorithm) {
    try {
      LockProtocols.check(algorithm);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Threads write, go on as readers, and release; the history has no writer beside either. */
  @ParameterizedTest
  @MethodSource("protocols")
  void noOtherWritesInBetween(String protocol, Network network) throws Exception {
    var history = new History();
    String cluster = ClusterNames.of(DowngradeTest.class, "downgrade");
    try (var one = Sluice.named(cluster).over(network).algorithm(protocol).join();
        var two = Sluice.named(cluster).over(network).algorithm(protocol).join();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      await().atMost(LONG).until(() -> one.view().members().size() == 2);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        var pair = (i % 2 == 0 ? one : two).readWriteLock("x");
        String name = "w" + i;
        all.add(threads.submit(() -> writeAndRead(pair, name, history)));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    history.check();
    assertThat(history.stays()).hasSize(4 * ROUNDS * 2);
  }

  @SuppressWarnings("LockNotBeforeTry") // the statement is about these calls
  private static void writeAndRead(DistributedReadWriteLock pair, String name, History history) {
    for (int round = 0; round < ROUNDS; round++) {
      pair.writeLock().lock();
      long from = System.nanoTime();
      long written = pair.writeLock().fence();
      pair.readLock().lock();
      long between = System.nanoTime();
      pair.writeLock().unlock();
      long read = pair.readLock().fence();
      assertThat(read).isGreaterThan(written);
      assertThat(pair.writeLock().isHeldByCurrentThread()).isFalse();
      assertThat(pair.readLock().isHeldByCurrentThread()).isTrue();
      long to = System.nanoTime();
      pair.readLock().unlock();
      history.add(new Stay("x", name, Claim.EXCLUSIVE, from, between, written));
      history.add(new Stay("x", name, Claim.SHARED, between, to, read));
    }
  }

  @Test
  void readersOfTheSameNodeReadAlongAndWritersWait() throws Exception {
    try (var one = Sluice.join("along");
        var two = Sluice.join("along")) {
      var pair = one.readWriteLock("x");
      var writing = pair.writeLock().acquire(LONG);
      var also = pair.readLock().acquireAsync();
      assertThat(also).isNotDone();
      var reading = pair.downgrade(writing);
      assertThat(writing.valid()).isFalse();
      assertThat(reading.valid()).isTrue();
      also.get(60, TimeUnit.SECONDS).close();
      var other = two.readWriteLock("x").writeLock().acquireAsync();
      assertThat(two.readWriteLock("x").writeLock().tryAcquire()).isEmpty();
      assertThat(other).isNotDone();
      reading.close();
      try (var next = other.get(60, TimeUnit.SECONDS)) {
        assertThat(next.fence()).isGreaterThan(reading.fence());
      }
    }
  }

  /** What is held from an earlier view counts as written until the write lock is released. */
  @Test
  @SuppressWarnings("LockNotBeforeTry") // the statement is about these calls
  void aViewComesInBetween() throws Exception {
    try (var one = Sluice.join("view-between")) {
      var pair = one.readWriteLock("x");
      pair.writeLock().lock();
      pair.readLock().lock();
      try (var two = Sluice.join("view-between")) {
        await().atMost(LONG).until(() -> one.view().members().size() == 2);
        var there = two.readWriteLock("x");
        assertThat(there.readLock().tryAcquire()).isEmpty();
        pair.writeLock().unlock();
        assertThat(there.writeLock().tryAcquire()).isEmpty();
        pair.readLock().unlock();
        there.writeLock().acquire(LONG).close();
      }
    }
  }

  /** The next writer is granted the lock without a message of the former one's protocol. */
  @ParameterizedTest
  @ValueSource(strings = {"rw-lmp", "rw-permissions", "rw-token-queue"})
  void fencesRiseAlsoIfAViewCameInBetween(String protocol) throws Exception {
    var joining = Sluice.named("fences-" + protocol).algorithm(protocol);
    try (var first = joining.join();
        var two = joining.join()) {
      await().atMost(LONG).until(() -> two.view().members().size() == 2);
      var pair = two.readWriteLock("x");
      var writing = pair.writeLock().acquire(LONG);
      try (var _ = joining.join()) {
        await().atMost(LONG).until(() -> two.view().members().size() == 3);
        var reading = pair.downgrade(writing);
        var next = first.readWriteLock("x").writeLock().acquireAsync();
        assertThat(next).isNotDone();
        reading.close();
        try (var granted = next.get(60, TimeUnit.SECONDS)) {
          assertThat(granted.fence()).isGreaterThan(reading.fence());
        }
      }
    }
  }

  /** It is one stay, so the longest time of the writer is that of the reader, too. */
  @Test
  void whatAWriterIsLimitedToLimitsItAsAReader() throws Exception {
    var most = Duration.ofSeconds(2);
    try (var sluice = Sluice.join("limited-downgrade")) {
      var pair = sluice.readWriteLock("x");
      var limited = pair.writeLock().holdAtMost(most);
      var reading = pair.downgrade(limited.acquire(LONG));
      assertThat(reading.remaining().orElseThrow()).isPositive().isLessThanOrEqualTo(most);
      await().atMost(LONG).until(() -> !reading.valid());
      assertThat(reading.loss()).get().asString().contains("the longest time");
    }
  }

  @Test
  @SuppressWarnings("LockNotBeforeTry") // the statement is about these calls
  void aWriterMayReadForALimitedTime() throws Exception {
    try (var sluice = Sluice.join("limited-along")) {
      var pair = sluice.readWriteLock("x");
      var limited = pair.readLock().holdAtMost(Duration.ofMillis(500));
      pair.writeLock().lock();
      limited.lock();
      await().atMost(LONG).until(() -> holders(sluice) == 1);
      assertThatThrownBy(limited::unlock).isInstanceOf(LockLostException.class);
      assertThat(pair.writeLock().isHeldByCurrentThread()).isTrue();
      pair.writeLock().unlock();
    }
  }

  private static int holders(Sluice sluice) throws InterruptedException {
    return sluice.inspect().lock("x").locks().getFirst().holders().size();
  }

  @Test
  void onlyTheWriterMayDoSo() throws Exception {
    try (var sluice = Sluice.join("only-writers")) {
      var pair = sluice.readWriteLock("x");
      var reading = pair.readLock().acquire(LONG);
      assertThatThrownBy(() -> pair.downgrade(reading))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not of the write lock 'x'");
      reading.close();
      assertThatThrownBy(() -> pair.downgrade(reading)).isInstanceOf(IllegalStateException.class);
      try (var other = sluice.lock("y").acquire(LONG)) {
        assertThatThrownBy(() -> pair.downgrade(other))
            .isInstanceOf(IllegalArgumentException.class);
      }
      try (var lost = pair.writeLock().holdAtMost(Duration.ofMillis(20)).acquire(LONG)) {
        await().atMost(LONG).until(() -> !lost.valid());
        assertThatThrownBy(() -> pair.downgrade(lost)).isInstanceOf(LockLostException.class);
      }
    }
  }
}
