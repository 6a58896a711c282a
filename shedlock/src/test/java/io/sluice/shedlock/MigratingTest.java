package io.sluice.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.DistributedLock;
import io.sluice.locks.DistributedReadWriteLock;
import io.sluice.locks.Lease;
import io.sluice.locks.Priority;
import io.sluice.locks.PrioritySemaphore;
import io.sluice.locks.Sluice;
import io.sluice.locks.leader.Candidate;
import io.sluice.locks.recipe.MultiLease;
import io.sluice.locks.recipe.Passage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Java of {@code docs/migrating.md} compiles and runs: it is repeated here. */
@Timeout(60)
class MigratingTest {

  private static final Pattern BLOCK = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

  /** Refuses fences lower than the highest it has seen. */
  private static final class Store {
    private final Map<String, Long> fences = new ConcurrentHashMap<>();

    void put(String row, long fence) {
      assertThat(fences.merge(row, fence, Math::max)).isEqualTo(fence);
    }
  }

  private final Store store = new Store();
  private final String row = "42";
  private final Logger log = LoggerFactory.getLogger(MigratingTest.class);

  @Test
  void joining() throws Exception {
    var sluice =
        Sluice.named("orders")
            .over(Tcp.loopback()) // or Tcp.at(hosts).security(file, password)
            .lease(Duration.ofSeconds(5))
            .join();
    try (sluice) {
      assertThat(sluice.awaitMembership(Duration.ofSeconds(20))).isTrue();
    }
  }

  @Test
  void locksInPlaceOfOthers() throws Exception {
    try (var sluice = Sluice.join("migrating")) {
      DistributedLock lock = sluice.lock("invoice-42");
      lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
      try (Lease lease = lock.acquire(Duration.ofSeconds(2))) { // may be closed by another thread
        lease.ensureValid();
        store.put(row, lease.fence());
      }
      lock.lock();
      try {
        store.put(row, lock.fence());
      } finally {
        lock.unlock(); // throws LockLostException if it was lost
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void recipesInPlaceOfOthers() throws Exception {
    try (var sluice = Sluice.join("migrating")) {
      DistributedLock lock = sluice.lock("invoice-42");
      try (MultiLease lease =
          sluice.multiLock("account-7", "account-42").acquire(Duration.ofSeconds(2))) {
        store.put(row, lease.fence("account-7"));
      }
      lock.holdAtMost(Duration.ofMinutes(1)).run(lease -> store.put(row, lease.fence()));
      sluice.latch("loaded-42", 1).countDown();
      sluice.latch("loaded-42", 1).await();
      Passage passage = sluice.barrier("phase", 1).await(Duration.ofSeconds(30));
      assertThat(passage.generation()).isZero();
    }
  }

  @Test
  void semaphoresReadersAndForcedReleases() throws Exception {
    try (var sluice = Sluice.join("migrating")) {
      var stuck = sluice.lock("invoice-42").acquire();
      PrioritySemaphore frequencies = sluice.prioritySemaphore("frequency", 4);
      frequencies.run(Priority.NORMAL, lease -> store.put(row + lease.unit(), lease.fence()));
      try (MultiLease two = frequencies.acquire(2, Priority.HIGH, Duration.ofSeconds(2))) {
        two.ensureValid();
      }
      DistributedReadWriteLock prices = sluice.readWriteLock("prices");
      prices.readLock().run(Duration.ofSeconds(2), lease -> lease.ensureValid());
      sluice.inspect().release("invoice-42", "its holder is stuck");
      assertThat(stuck.valid()).isFalse();
    }
    assertThat(store.fences).isNotEmpty();
  }

  @Test
  void aLeader() throws Exception {
    try (var sluice = Sluice.join("migrating")) {
      try (Candidate candidate =
          sluice.leader("scheduler").onRevoked(() -> log.warn("no longer the leader")).stand()) {
        if (candidate.awaitLeadership(Duration.ofSeconds(10))) {
          candidate.term().ifPresent(term -> store.put(row, term.fence()));
        }
      }
    }
    assertThat(store.fences).containsKey(row);
  }

  @Test
  void scheduledJobs() {
    try (var sluice = Sluice.join("migrating")) {
      LockProvider provider = new SluiceLockProvider(sluice);
      var job =
          new LockConfiguration(ClockProvider.now(), "report", Duration.ofHours(24), Duration.ZERO);
      assertThat(provider.lock(job)).isPresent();
    }
  }

  @Test
  void everyExampleIsHere() throws IOException {
    String here =
        words(Files.readString(Path.of("src/test/java/io/sluice/shedlock/MigratingTest.java")));
    String page = Files.readString(Path.of("../docs/migrating.md"));
    assertThat(BLOCK.matcher(page).results().map(found -> found.group(1)))
        .hasSizeGreaterThan(5)
        .allSatisfy(example -> assertThat(here).contains(words(example)));
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }
}
