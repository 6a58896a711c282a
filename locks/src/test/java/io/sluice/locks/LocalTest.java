package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.History.Stay;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes of one JVM, with every protocol that a lock can have. */
@Timeout(60)
@SuppressWarnings("LockNotBeforeTry") // locks are what is tested
class LocalTest {

  /** Every protocol of the catalogue that cannot run a lock. */
  static Stream<String> otherAlgorithms() {
    return Catalogue.builtIn().all().stream()
        .filter(each -> !EveryProtocol.isForLocks(each))
        .map(Algorithm::name);
  }

  /** Threads of several nodes lock and unlock in every way there is, while others come and go. */
  @ParameterizedTest
  @MethodSource("io.sluice.locks.EveryProtocol#algorithms")
  void neverTwoInsideAndEverybodyIsServed(String algorithm) throws Exception {
    var history = new History();
    var nodes = new ArrayList<Sluice>();
    for (int i = 0; i < 4; i++) {
      nodes.add(Sluice.named("contended-" + algorithm).algorithm(algorithm).join());
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var working = new ArrayList<Future<?>>();
      for (int i = 0; i < 8; i++) {
        int worker = i;
        var lock = nodes.get(i % 4).lock("x");
        working.add(threads.submit(() -> work(lock, "w" + worker, new Random(worker), history)));
      }
      var churning =
          threads.submit(
              () -> {
                for (int i = 0; i < 10; i++) {
                  try (var guest =
                          Sluice.named("contended-" + algorithm).algorithm(algorithm).join();
                      var lease = guest.lock("x").acquire(Duration.ofSeconds(30))) {
                    long from = System.nanoTime();
                    history.add(new Stay("x", "guest", from, System.nanoTime(), lease.fence()));
                  }
                }
                return null;
              });
      for (Future<?> each : working) {
        each.get();
      }
      churning.get();
    } finally {
      nodes.forEach(Sluice::close);
    }
    history.check();
    assertThat(history.stays()).hasSizeGreaterThan(8 * 20);
  }

  private static Void work(DistributedLock lock, String who, Random random, History history)
      throws Exception {
    for (int i = 0; i < 60; i++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          lock.lock();
          stay(lock, who, lock.fence(), history);
          lock.unlock();
        }
        case 1 -> {
          if (lock.tryLock(random.nextInt(2_000), TimeUnit.MICROSECONDS)) {
            stay(lock, who, lock.fence(), history);
            lock.unlock();
          }
        }
        case 2 -> {
          try (var lease = lock.acquire(Duration.ofSeconds(30))) {
            stay(lock, who, lease.fence(), history);
          }
        }
        default -> {
          try (var lease = lock.acquireAsync().get(30, TimeUnit.SECONDS)) {
            stay(lock, who, lease.fence(), history);
          }
        }
      }
    }
    return null;
  }

  private static void stay(DistributedLock lock, String who, long fence, History history) {
    long from = System.nanoTime();
    Thread.onSpinWait();
    history.add(new Stay(lock.name(), who, from, System.nanoTime(), fence));
  }

  @ParameterizedTest
  @MethodSource("otherAlgorithms")
  void aProtocolThatCannotRunALockIsRefused(String algorithm) {
    try (var sluice = Sluice.named("refused").algorithm(algorithm).join()) {
      assertThatThrownBy(() -> sluice.lock("x"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(algorithm)
          .hasMessageContaining("lock");
    }
  }

  @Test
  void anUnknownProtocolIsRefused() {
    assertThatThrownBy(() -> Sluice.named("refused").algorithm("naimi"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no protocol is named 'naimi'; `sluice list` shows all");
  }

  /** No other node could learn of such a name, so a request for it would wait without end. */
  @Test
  void namesThatAreTooLongToBeSentAreRefused() {
    try (var sluice = Sluice.join("long-names")) {
      var longest = "x".repeat(4096);
      assertThat(sluice.lock(longest).name()).isEqualTo(longest);
      assertThatThrownBy(() -> sluice.lock(longest + "x"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 4,096 bytes");
      assertThatThrownBy(() -> sluice.groupLock("x").enter("\u00e4".repeat(2049)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 4,096 bytes");
    }
  }

  /** A listener's exception is logged; views and locks go on. */
  @Test
  void aListenerThatFailsDoesNoHarm() throws Exception {
    try (var sluice = Sluice.join("listener")) {
      sluice.onView(
          view -> {
            throw new IllegalStateException("on purpose, in " + view);
          });
      try (var other = Sluice.join("listener")) {
        other.lock("x").acquire(Duration.ofSeconds(20)).close();
        sluice.lock("x").acquire(Duration.ofSeconds(20)).close();
      }
    }
  }

  /** A standing member does not grow with all names ever used. */
  @Test
  void locksOfOthersAreForgottenWithTheNextView() throws Exception {
    try (var standing = Sluice.join("forgetting")) {
      var own = standing.lock("own");
      own.acquire(Duration.ofSeconds(5)).close();
      for (int i = 0; i < 20; i++) {
        try (var guest = Sluice.join("forgetting")) {
          guest.lock("guest-" + i).acquire(Duration.ofSeconds(5)).close();
          assertThat(standing.node().locks()).isEqualTo(2);
        }
      }
      await().until(() -> standing.node().locks() == 1);
      assertThat(standing.lock("own")).isSameAs(own);
    }
  }

  static List<Integer> sizes() {
    return List.of(1, 2, 3, 5);
  }

  /** A node that departs while it holds the lock loses it, and the next request is granted. */
  @ParameterizedTest
  @MethodSource("sizes")
  void closingLosesWhatIsHeld(int others) throws Exception {
    var nodes = new ArrayList<Sluice>();
    for (int i = 0; i < others; i++) {
      nodes.add(Sluice.join("closing-" + others));
    }
    var leaving = Sluice.join("closing-" + others);
    var lease = leaving.lock("x").acquire(Duration.ofSeconds(5));
    var next = nodes.getFirst().lock("x").acquireAsync();
    assertThat(next).isNotDone();
    leaving.close();
    assertThat(next.get(5, TimeUnit.SECONDS).fence()).isGreaterThan(lease.fence());
    assertThat(lease.valid()).isFalse();
    nodes.forEach(Sluice::close);
  }
}
