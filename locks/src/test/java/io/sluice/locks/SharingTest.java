package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.locks.History.Stay;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers, writers and rooms; three nodes in one JVM. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // locks are what is tested
class SharingTest {

  private static List<Sluice> three(String cluster) {
    return List.of(Sluice.join(cluster), Sluice.join(cluster), Sluice.join(cluster));
  }

  /** A worker for each thread, several on each node. */
  private interface Worker {
    void work(Sluice sluice, String who, Random random, History history) throws Exception;
  }

  private static History history(String cluster, int workers, Worker worker) throws Exception {
    var history = new History();
    var nodes = three(cluster);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> working = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        var sluice = nodes.get(i % 3);
        var who = "w" + i;
        var random = new Random(i);
        Callable<Boolean> task =
            () -> {
              for (int entry = 0; entry < 80; entry++) {
                worker.work(sluice, who, random, history);
              }
              return true;
            };
        working.add(threads.submit(task));
      }
      for (Future<?> each : working) {
        each.get();
      }
    } finally {
      nodes.forEach(Sluice::close);
    }
    history.check();
    return history;
  }

  private static void stay(History history, String who, String room, long fence) {
    long from = System.nanoTime();
    Thread.onSpinWait();
    history.add(new Stay("x", who, room, from, System.nanoTime(), fence));
  }

  @Test
  void readersShareAndWritersAreAlone() throws Exception {
    var history =
        history(
            "readers",
            9,
            (sluice, who, random, those) -> {
              var pair = sluice.readWriteLock("x");
              boolean reads = random.nextInt(10) > 0;
              var lock = reads ? pair.readLock() : pair.writeLock();
              if (random.nextInt(5) > 0) {
                lock.lock();
              } else if (!lock.tryLock(random.nextInt(1000), TimeUnit.MICROSECONDS)) {
                return;
              }
              stay(those, who, reads ? Claim.SHARED.room() : Claim.ALONE, lock.fence());
              lock.unlock();
            });
    assertThat(history.stays()).hasSizeGreaterThan(9 * 50);
  }

  @Test
  void everybodyInOneRoomAndNobodyInAnother() throws Exception {
    var history =
        history(
            "rooms",
            9,
            (sluice, who, random, those) -> {
              var room = "room" + random.nextInt(3);
              try (var lease = sluice.groupLock("x").enter(room)) {
                stay(those, who, room, lease.fence());
              }
            });
    assertThat(history.stays()).hasSize(9 * 80);
  }

  @Test
  void readersOfDifferentNodesAreInsideTogether() throws Exception {
    var nodes = three("together");
    try (var one = nodes.get(0).readWriteLock("x").readLock().acquire(Duration.ofSeconds(5));
        var two = nodes.get(1).readWriteLock("x").readLock().acquire(Duration.ofSeconds(5));
        var also = nodes.get(1).readWriteLock("x").readLock().acquire(Duration.ofSeconds(5))) {
      assertThat(List.of(one.valid(), two.valid(), also.valid())).containsOnly(true);
      var writer = nodes.get(2).readWriteLock("x").writeLock();
      assertThatThrownBy(() -> writer.acquire(Duration.ofMillis(50)))
          .hasMessage("timed out after 50 ms waiting for lock 'x'");
    } finally {
      nodes.forEach(Sluice::close);
    }
  }

  /** A node that comes while readers are inside may read with them; to write it has to wait. */
  @Test
  void newcomersShareWhatIsHeldFromBefore() throws Exception {
    try (var first = Sluice.join("newcomers")) {
      var reading = first.readWriteLock("x").readLock().acquire(Duration.ofSeconds(5));
      try (var second = Sluice.join("newcomers");
          var third = Sluice.join("newcomers")) {
        var also = second.readWriteLock("x").readLock().acquire(Duration.ofSeconds(5));
        assertThat(reading.valid() && also.valid()).isTrue();
        var writing = third.readWriteLock("x").writeLock().acquireAsync();
        var here = first.readWriteLock("x").readLock().acquire(Duration.ofSeconds(5));
        assertThat(writing).isNotDone();
        reading.close();
        also.close();
        assertThat(writing).isNotDone();
        here.close();
        try (var lease = writing.get(5, TimeUnit.SECONDS)) {
          assertThat(lease.fence()).isGreaterThan(here.fence());
        }
      }
    }
  }

  /** A writer who waits is not overtaken by readers of its own node, however many they are. */
  @Test
  void readersDoNotOvertakeAWriter() throws Exception {
    try (var sluice = Sluice.join("overtaking")) {
      var pair = sluice.readWriteLock("x");
      var reading = pair.readLock().acquire(Duration.ofSeconds(5));
      var writing = pair.writeLock().acquireAsync();
      var late = pair.readLock().acquireAsync();
      assertThat(writing).isNotDone();
      assertThat(late).isNotDone();
      reading.close();
      try (var lease = writing.get(5, TimeUnit.SECONDS)) {
        assertThat(lease.valid()).isTrue();
        assertThat(late).isNotDone();
      }
      late.get(5, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void eachThreadHasItsOwnReadLock() throws Exception {
    try (var sluice = Sluice.join("own")) {
      var lock = sluice.readWriteLock("x").readLock();
      lock.lock();
      lock.lock();
      var other = CompletableFuture.runAsync(lock::unlock);
      assertThatThrownBy(() -> other.get(5, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IllegalMonitorStateException.class);
      assertThat(lock.isHeldByCurrentThread()).isTrue();
      lock.unlock();
      lock.unlock();
      assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
    }
  }

  static Stream<Function<Sluice, CompletableFuture<Lease>>> kinds() {
    return Stream.of(
        sluice -> sluice.lock("plain").acquireAsync(),
        sluice -> sluice.readWriteLock("pair").readLock().acquireAsync(),
        sluice -> sluice.readWriteLock("pair").writeLock().acquireAsync(),
        sluice -> sluice.groupLock("rooms").enterAsync("a"),
        sluice -> sluice.groupLock("rooms").exclusive().acquireAsync(),
        sluice -> sluice.prioritySemaphore("units", 1).acquireAsync(Priority.HIGH));
  }

  /** Cancelling the future withdraws a waiting request, and releases a granted one. */
  @ParameterizedTest
  @MethodSource("kinds")
  void cancellingAFutureWithdrawsTheRequest(Function<Sluice, CompletableFuture<Lease>> kind)
      throws Exception {
    try (var here = Sluice.join("cancel");
        var there = Sluice.join("cancel")) {
      List<CompletableFuture<Lease>> blockers = new ArrayList<>();
      blockers.add(there.lock("plain").acquireAsync());
      blockers.add(there.prioritySemaphore("units", 1).acquireAsync(Priority.LOW));
      blockers.add(there.groupLock("rooms").enterAsync("b"));
      blockers.add(there.readWriteLock("pair").writeLock().acquireAsync());
      List<Lease> held = new ArrayList<>();
      for (var each : blockers) {
        held.add(each.get(20, TimeUnit.SECONDS));
      }
      var waiting = kind.apply(here);
      assertThat(waiting).isNotDone();
      assertThat(waiting.cancel(false)).isTrue();
      held.forEach(Lease::close);
      // Nothing is in the way of an exclusive request, nor of the next that asks the same way.
      kind.apply(there).get(20, TimeUnit.SECONDS).close();
      for (int i = 0; i < 50; i++) {
        var raced = kind.apply(here);
        if (!raced.cancel(false)) {
          raced.get(20, TimeUnit.SECONDS).close();
        }
      }
      kind.apply(there).get(20, TimeUnit.SECONDS).close();
    }
  }

  @Test
  void aRoomHasAName() {
    try (var sluice = Sluice.join("nameless")) {
      assertThatThrownBy(() -> sluice.groupLock("x").enter(""))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
