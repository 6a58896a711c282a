package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.CapturedLog;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A holder that is stuck is warned of, whatever kind of lock it holds. */
@Timeout(120)
class WarningsTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Words of a warning, and of no other line. */
  private static final String[] WARNING = {"WARN", "has been held for PT0.02S by "};

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final CapturedLog log = CapturedLog.open();

  @AfterEach
  void close() {
    log.close();
  }

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  private Sluice.Builder named(String cluster) {
    return Sluice.named(ClusterNames.of(WarningsTest.class, cluster)).metrics(registry);
  }

  /** How many warnings there are of a lock. */
  private int warnings(String lock) {
    return log.lines(WARNING[0], WARNING[1], "lock '" + lock + "'").size();
  }

  private double counted(String lock) {
    return registry.get("sluice.lock.stuck").tag("lock", lock).counter().count();
  }

  /** The warning says which thread holds what, and for how long, and is counted. */
  private void awaitWarningOf(Lease held) {
    awaitWarningOf(held, Thread.currentThread().getName());
  }

  private void awaitWarningOf(Lease held, String thread) {
    String line =
        "lock '%s' with fence %d has been held for PT0.02S by %s, longer than expected"
            .formatted(held.lock(), held.fence(), thread);
    await().atMost(LONG).until(() -> log.lines("WARN", line).size() == 1);
    await().atMost(LONG).until(() -> counted(held.lock()) == warnings(held.lock()));
    assertThat(held.valid()).isTrue();
  }

  /** All warnings that are due have come: one with a longer time than theirs has. */
  private void awaitClock(Sluice sluice) throws Exception {
    try (var _ = sluice.lock("w-clock").warnAfter(SHORT.multipliedBy(10)).acquire(LONG)) {
      await().atMost(LONG).until(() -> counted("w-clock") == 1);
    }
  }

  /** Once for each stay, however long that is. */
  @ParameterizedTest
  @MethodSource("networks")
  void aHolderThatIsStuckIsWarnedOf(Network network) throws Exception {
    try (var sluice = named("once").over(network).join()) {
      var lock = sluice.lock("w-x").warnAfter(SHORT);
      try (var lease = lock.acquire(LONG)) {
        awaitWarningOf(lease);
        awaitClock(sluice);
        assertThat(warnings("w-x")).isEqualTo(1);
      }
      try (var lease = lock.acquire(LONG)) {
        awaitWarningOf(lease);
        assertThat(warnings("w-x")).isEqualTo(2);
      }
      assertThatThrownBy(() -> lock.warnAfter(Duration.ofMillis(-1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aStayThatEndsInTimeIsNotWarnedOf() throws Exception {
    try (var sluice = named("quick").join()) {
      sluice.lock("w-quick").warnAfter(Duration.ofSeconds(1)).acquire(LONG).close();
      try (var _ = sluice.lock("w-slow").warnAfter(Duration.ofMillis(1_100)).acquire(LONG)) {
        await().atMost(LONG).until(() -> counted("w-slow") == 1);
      }
      assertThat(log.lines("'w-quick'")).isEmpty();
      assertThat(counted("w-quick")).isZero();
    }
  }

  @Test
  void aStuckHolderOfAnyKindOfLockIsWarnedOf() throws Exception {
    try (var sluice = named("kinds").join()) {
      try (var room = sluice.groupLock("w-room").warnAfter(SHORT).enter("a");
          var alone = sluice.groupLock("w-alone").warnAfter(SHORT).exclusive().acquire();
          var unit = sluice.prioritySemaphore("w-unit", 2).warnAfter(SHORT).acquire(Priority.LOW);
          var reader = sluice.readWriteLock("w-read").readLock().warnAfter(SHORT).acquire();
          var writer = sluice.readWriteLock("w-write").writeLock().warnAfter(SHORT).acquire()) {
        Stream.of(room, alone, unit, reader, writer).forEach(this::awaitWarningOf);
      }
      var units = sluice.prioritySemaphore("w-units", 2).warnAfter(SHORT);
      try (var both = units.acquire(2, Priority.LOW, LONG)) {
        both.leases().forEach(this::awaitWarningOf);
      }
      try (var both = sluice.multiLock("w-a", "w-b").warnAfter(SHORT).acquire(LONG)) {
        both.leases().forEach(this::awaitWarningOf);
        awaitClock(sluice);
        assertThat(warnings("w-a") + warnings("w-b")).isEqualTo(2);
      }
    }
  }

  /** It is not free meanwhile, and others may wait for it. */
  @Test
  void aLockThatIsHeldWhileOthersAreWaitedForIsWarnedOf() throws Exception {
    try (var sluice = named("waiting").join();
        var threads =
            Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("the collector").factory())) {
      var held = sluice.lock("w-second").acquire(LONG);
      var asking =
          threads.submit(
              () -> sluice.multiLock("w-first", "w-second").warnAfter(SHORT).acquire(LONG));
      await().atMost(LONG).until(() -> warnings("w-first") == 1);
      held.close();
      try (var both = asking.get(60, TimeUnit.SECONDS)) {
        both.leases().forEach(each -> awaitWarningOf(each, "the collector"));
      }
      assertThat(warnings("w-first")).isEqualTo(1);
    }
  }

  /** All that it holds, without a word at each lock. */
  @ParameterizedTest
  @MethodSource("networks")
  void aNodeWarnsOfAllThatItHolds(Network network) throws Exception {
    try (var sluice = named("node").over(network).warnAfter(SHORT).join()) {
      var data = sluice.data("w-data").size(64).open();
      try (var lock = sluice.lock("w-lock").acquire();
          var room = sluice.groupLock("w-group").enter("a");
          var unit = sluice.prioritySemaphore("w-sem", 2).acquire(Priority.LOW);
          var reader = sluice.readWriteLock("w-rw").readLock().acquire();
          var _ = data.requestWrite().acquire();
          var leader = sluice.leader("w-boss").stand()) {
        Stream.of(lock, room, unit, reader).forEach(this::awaitWarningOf);
        assertThat(leader.awaitLeadership(LONG)).isTrue();
        await().atMost(LONG).until(() -> warnings("leader/w-boss") == 1);
        await().atMost(LONG).until(() -> warnings("data/w-data") == 1);
      }
      try (var both = sluice.multiLock("w-1", "w-2").acquire(LONG)) {
        both.leases().forEach(this::awaitWarningOf);
      }
    }
  }

  /** A lock may expect longer stays than others, or any. */
  @Test
  void whatALockSaysCountsMoreThanWhatItsNodeSays() throws Exception {
    try (var sluice = named("own").warnAfter(SHORT).join()) {
      try (var _ = sluice.lock("w-silent").warnAfter(Duration.ZERO).acquire();
          var _ = sluice.groupLock("w-later").warnAfter(LONG).enter("a");
          var _ = sluice.multiLock("w-3", "w-4").warnAfter(Duration.ZERO).acquire();
          var limited = sluice.lock("w-limited").holdAtMost(LONG).acquire()) {
        awaitWarningOf(limited);
        awaitClock(sluice);
      }
      assertThat(log.lines("'w-silent'")).isEmpty();
      assertThat(log.lines("'w-later'")).isEmpty();
      assertThat(log.lines("'w-3'")).isEmpty();
    }
  }

  /** Requests for several units go one after the other, and the one whose turn it is only waits. */
  @Test
  void theTurnToCollectUnitsIsNoReasonForAWarning() throws Exception {
    try (var sluice = named("turn").warnAfter(SHORT).join();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var semaphore = sluice.prioritySemaphore("w-turns", 2);
      var held = semaphore.acquire(Priority.HIGH, LONG);
      var asking = threads.submit(() -> semaphore.acquire(2, Priority.HIGH, LONG));
      await().atMost(LONG).until(() -> warnings("w-turns") == 2);
      awaitClock(sluice);
      assertThat(log.lines("'w-turns/several'")).isEmpty();
      held.close();
      asking.get(60, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void aNodeWarnsOfNothingUnlessAsked() throws Exception {
    try (var sluice = named("off").join();
        var _ = sluice.lock("w-off").acquire(LONG)) {
      awaitClock(sluice);
      assertThat(log.lines("'w-off'")).isEmpty();
    }
    assertThatThrownBy(() -> named("off").warnAfter(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
