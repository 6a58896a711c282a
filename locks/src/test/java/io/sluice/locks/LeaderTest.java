package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Transport;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.History.Stay;
import io.sluice.locks.leader.Candidate;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Candidates, leaders and their callbacks. */
@Timeout(120)
class LeaderTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** How long a candidate does not stand after a callback has failed. */
  private static final Duration REST = Duration.ofSeconds(1);

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  private Candidate.Builder telling(Sluice sluice, String name) {
    return sluice
        .leader("x")
        .onGranted(term -> said.add(name + " leads"))
        .onRevoked(() -> said.add(name + " ends"));
  }

  private void hears(String... lines) throws InterruptedException {
    for (String line : lines) {
      assertThat(said.poll(60, TimeUnit.SECONDS)).isEqualTo(line);
    }
  }

  private static void awaitWaiters(Sluice sluice, int count) {
    await()
        .atMost(LONG)
        .until(
            () ->
                sluice.inspect().lock("leader/x").locks().stream()
                    .anyMatch(each -> each.waiters().size() == count));
  }

  private static void end(Candidate candidate) {
    candidate.close();
  }

  @Test
  void theNextOneLeadsWhenTheLeaderResignsOrIsClosed() throws Exception {
    try (var one = Sluice.join("leaders");
        var two = Sluice.join("leaders");
        var first = telling(one, "first").stand()) {
      assertThat(first.awaitLeadership(LONG)).isTrue();
      long fence = first.term().orElseThrow().fence();
      hears("first leads");
      var second = telling(two, "second").stand();
      assertThat(second.awaitLeadership(Duration.ofMillis(50))).isFalse();
      assertThat(second.term()).isEmpty();
      awaitWaiters(two, 1);
      first.resign();
      hears("first ends", "second leads");
      assertThat(second.isLeader()).isTrue();
      assertThat(first.isLeader()).isFalse();
      assertThat(second.term().orElseThrow().fence()).isGreaterThan(fence);
      second.close();
      hears("second ends", "first leads");
      assertThat(second.awaitLeadership(LONG)).isFalse();
    }
    hears("first ends");
  }

  /** Also of a term that ends before the callbacks have been told that it has begun. */
  @Test
  void bothCallbacksAreToldOfEachTerm() throws Exception {
    try (var sluice = Sluice.join("both")) {
      for (int i = 0; i < 500; i++) {
        try (var candidate = telling(sluice, "it").stand()) {
          assertThat(candidate.awaitLeadership(LONG)).isTrue();
        }
        assertThat(said).containsExactly("it leads", "it ends");
        said.clear();
      }
    }
  }

  /** The next leader does not begin before the former one has stopped. */
  @Test
  void leadershipIsReleasedAfterTheRevokedCallback() throws Exception {
    var next = new AtomicReference<Candidate>();
    try (var one = Sluice.join("stopping");
        var two = Sluice.join("stopping")) {
      var first =
          one.leader("x")
              .onRevoked(() -> said.add(leadsWithin(next.get(), 100) ? "too late" : "stopped"))
              .stand();
      assertThat(first.awaitLeadership(LONG)).isTrue();
      try (var second = telling(two, "second").stand()) {
        next.set(second);
        first.close();
        assertThat(second.awaitLeadership(LONG)).isTrue();
        hears("stopped", "second leads");
      }
    }
  }

  private static boolean leadsWithin(Candidate candidate, long millis) {
    try {
      return candidate.awaitLeadership(Duration.ofMillis(millis));
    } catch (InterruptedException e) {
      throw new IllegalStateException("only granted callbacks are interrupted", e);
    }
  }

  @Test
  void theMoreUrgentCandidateLeadsFirst() throws Exception {
    try (var one = Sluice.join("urgent");
        var two = Sluice.join("urgent");
        var first = one.leader("x").stand()) {
      assertThat(first.awaitLeadership(LONG)).isTrue();
      try (var low = two.leader("x").priority(Priority.LOW).stand()) {
        awaitWaiters(two, 1);
        try (var high = one.leader("x").priority(Priority.HIGH).stand()) {
          awaitWaiters(two, 2);
          first.resign();
          assertThat(high.awaitLeadership(LONG)).isTrue();
          assertThat(low.isLeader()).isFalse();
        }
      }
    }
  }

  /** A callback that lasts as long as the term is interrupted when the term ends. */
  @Test
  void aLossInterruptsTheCallback() throws Exception {
    var lone = new LoneNode();
    try (var sluice = Sluice.named("interrupted").over((_, _, _) -> lone).join();
        var candidate =
            sluice
                .leader("x")
                .onGranted(
                    _ -> {
                      try {
                        said.add("leads");
                        TimeUnit.HOURS.sleep(1);
                      } catch (InterruptedException e) {
                        said.add("interrupted");
                      }
                    })
                .onRevoked(() -> said.add("ends"))
                .stand()) {
      hears("leads");
      lone.cutOff();
      hears("interrupted", "ends", "leads");
      assertThat(candidate.name()).isEqualTo("x");
    }
    hears("interrupted", "ends");
  }

  /** It has not failed, so the candidate need not rest before it stands again. */
  @Test
  void aCallbackMayThrowWhenItIsInterruptedByTheEndOfItsTerm() throws Exception {
    int terms = 10;
    var lone = new LoneNode();
    try (var sluice = Sluice.named("throws").over((_, _, _) -> lone).join();
        var candidate = sluice.leader("x").onGranted(_ -> workUntilInterrupted()).stand()) {
      hears("works");
      long start = System.nanoTime();
      for (int i = 0; i < terms; i++) {
        if (i % 2 == 0) {
          lone.cutOff();
        } else {
          candidate.resign();
        }
        hears("works");
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(REST.multipliedBy(terms));
    }
  }

  private void workUntilInterrupted() {
    said.add("works");
    try {
      TimeUnit.HOURS.sleep(1);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is changed of a description concerns no candidate that stands already. */
  @Test
  void aDescriptionMayServeSeveralCandidates() throws Exception {
    try (var sluice = Sluice.join("descriptions");
        var leader = sluice.leader("x").stand()) {
      assertThat(leader.awaitLeadership(LONG)).isTrue();
      var description = telling(sluice, "first");
      try (var first = description.stand()) {
        awaitWaiters(sluice, 1); // The first to wait leads first.
        try (var _ = description.onGranted(_ -> said.add("second leads")).stand()) {
          end(leader);
          assertThat(first.awaitLeadership(LONG)).isTrue();
          hears("first leads");
        }
      }
    }
  }

  @Test
  void aCandidateThatCannotStandIsTold() throws Exception {
    try (var sluice = Sluice.join("cannot-stand");
        var candidate = sluice.leader("x".repeat(5000)).stand()) {
      assertThatThrownBy(() -> candidate.awaitLeadership(LONG))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("too long");
    }
  }

  /** Such as a configured "never". */
  @Test
  void anyTimeMayBeWaitedForLeadership() throws Exception {
    try (var sluice = Sluice.join("any-time");
        var candidate = sluice.leader("x").stand()) {
      assertThat(candidate.awaitLeadership(ChronoUnit.FOREVER.getDuration())).isTrue();
      end(candidate);
      assertThat(candidate.awaitLeadership(ChronoUnit.FOREVER.getDuration())).isFalse();
    }
  }

  @Test
  void aForcedReleaseEndsTheTerm() throws Exception {
    try (var sluice = Sluice.join("forced-leader");
        var candidate = telling(sluice, "it").stand()) {
      assertThat(candidate.awaitLeadership(LONG)).isTrue();
      hears("it leads");
      assertThat(sluice.inspect().release("leader/x", "stuck").released()).hasSize(1);
      hears("it ends", "it leads");
    }
  }

  @Test
  void callbacksThatFailEndTheTerm() throws Exception {
    var terms = new LinkedBlockingQueue<Long>();
    try (var sluice = Sluice.join("failing");
        var _ =
            sluice
                .leader("x")
                .onGranted(
                    term -> {
                      terms.add(System.nanoTime());
                      said.add("leads");
                      throw new IllegalStateException("on purpose, with " + term);
                    })
                .onRevoked(
                    () -> {
                      said.add("ends");
                      throw new IllegalStateException("on purpose");
                    })
                .stand()) {
      hears("leads", "ends", "leads", "ends");
      long first = terms.take();
      assertThat(Duration.ofNanos(terms.take() - first)).isGreaterThanOrEqualTo(REST);
    }
  }

  @Test
  void aCandidateOfAClosedNodeIsTold() throws Exception {
    Candidate candidate;
    try (var sluice = Sluice.join("closed-leader")) {
      candidate = telling(sluice, "it").stand();
      hears("it leads");
    }
    hears("it ends");
    assertThatThrownBy(() -> candidate.awaitLeadership(LONG))
        .isInstanceOf(LockUnavailableException.class);
    candidate.close();
  }

  /** Never two leaders, with terms that rise, while nodes come and go. */
  @Test
  void neverTwoLeadersAmongNodesOfOneJvm() throws Exception {
    var history = new History();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> working = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String who = "c" + i;
        working.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < 8; round++) {
                    try (var sluice = Sluice.join("many-leaders");
                        var candidate = sluice.leader("x").stand()) {
                      for (int term = 0; term < 4; term++) {
                        assertThat(candidate.awaitLeadership(LONG)).isTrue();
                        note(candidate, who, history);
                        candidate.resign();
                      }
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> each : working) {
        each.get();
      }
    }
    history.check();
    assertThat(history.stays()).hasSizeGreaterThan(100);
  }

  private static void note(Candidate candidate, String who, History history) {
    long from = System.nanoTime();
    var term = candidate.term();
    long last = from;
    for (int i = 0; term.isPresent() && i < 20; i++) {
      long now = System.nanoTime();
      last = candidate.term().equals(term) ? now : last;
    }
    long to = last;
    term.ifPresent(held -> history.add(new Stay("x", who, from, to, held.fence())));
  }

  /** Processes that lead are killed, and stopped for longer than their leases; callbacks too. */
  @Test
  void leadersAreKilledAndStopped() throws Exception {
    var contenders =
        new ContenderProcesses(
            ClusterNames.of(LeaderTest.class, "leaders"),
            Duration.ofMillis(1500),
            LeaderContender.class);
    Nemesis.killsAndStopsLeaders(contenders);
  }

  @Test
  void leadersOverTcpHandOver() throws Exception {
    String cluster = ClusterNames.of(LeaderTest.class, "tcp-leaders");
    var joining = Sluice.named(cluster).over(Tcp.loopback());
    try (var one = joining.nodeName("one").join();
        var two = joining.nodeName("two").join();
        var first = one.leader("x").stand();
        var second = two.leader("x").stand()) {
      await().atMost(LONG).until(() -> first.isLeader() || second.isLeader());
      assertThat(first.isLeader() && second.isLeader()).isFalse();
      var leader = first.isLeader() ? first : second;
      var other = first.isLeader() ? second : first;
      assertThat(leader.remaining().orElseThrow()).isPositive();
      assertThat(one.node().transport().leaseUntil()).isNotEqualTo(Transport.FOREVER);
      leader.close();
      assertThat(other.awaitLeadership(LONG)).isTrue();
    }
  }
}
