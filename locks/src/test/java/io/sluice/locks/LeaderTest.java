package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Transport;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.History.Stay;
import io.sluice.locks.leader.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Candidates, leaders and their callbacks. */
@Timeout(120)
class LeaderTest {

  private static final Duration LONG = Duration.ofSeconds(60);

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
      await().atMost(LONG).until(() -> two.inspect().lock("leader/x").locks().size() == 1);
      await()
          .atMost(LONG)
          .until(() -> two.inspect().lock("leader/x").locks().getFirst().waiters().size() == 1);
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

  /** The next leader does not begin before the former one has stopped. */
  @Test
  void leadershipIsReleasedAfterTheRevokedCallback() throws Exception {
    var stopping = new CountDownLatch(1);
    try (var one = Sluice.join("stopping");
        var two = Sluice.join("stopping")) {
      var first =
          one.leader("x")
              .onRevoked(
                  () -> {
                    stopping.countDown();
                    said.add("stopped");
                  })
              .stand();
      assertThat(first.awaitLeadership(LONG)).isTrue();
      try (var second = telling(two, "second").stand()) {
        first.close();
        assertThat(stopping.getCount()).isZero();
        assertThat(second.awaitLeadership(LONG)).isTrue();
        hears("stopped", "second leads");
      }
    }
  }

  /** Others may have seen the leader before its callback was called. */
  @Test
  void bothCallbacksAreCalledAlthoughTheTermEndsAtOnce() throws Exception {
    try (var sluice = Sluice.join("short-terms")) {
      for (int i = 0; i < 200; i++) {
        try (var candidate = telling(sluice, "it").stand()) {
          assertThat(candidate.awaitLeadership(LONG)).isTrue();
        }
        hears("it leads", "it ends");
      }
    }
    assertThat(said).isEmpty();
  }

  @Test
  void theMoreUrgentCandidateLeadsFirst() throws Exception {
    try (var one = Sluice.join("urgent");
        var two = Sluice.join("urgent");
        var first = one.leader("x").stand()) {
      assertThat(first.awaitLeadership(LONG)).isTrue();
      try (var low = two.leader("x").priority(Priority.LOW).stand()) {
        await()
            .atMost(LONG)
            .until(() -> two.inspect().lock("leader/x").locks().getFirst().waiters().size() == 1);
        try (var high = one.leader("x").priority(Priority.HIGH).stand()) {
          await()
              .atMost(LONG)
              .until(() -> two.inspect().lock("leader/x").locks().getFirst().waiters().size() == 2);
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
    try (var sluice = Sluice.join("failing");
        var candidate =
            sluice
                .leader("x")
                .onGranted(
                    term -> {
                      said.add("leads");
                      throw new IllegalStateException("on purpose, with " + term);
                    })
                .onRevoked(
                    () -> {
                      throw new IllegalStateException("on purpose");
                    })
                .stand()) {
      hears("leads", "leads");
      assertThat(candidate.remaining()).isNotNull();
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

  /** Processes that lead are killed, and stopped for longer than their leases. */
  @Test
  void leadersAreKilledAndStopped() throws Exception {
    var contenders =
        new ContenderProcesses(
            ClusterNames.of(LeaderTest.class, "leaders"),
            Duration.ofMillis(1500),
            LeaderContender.class);
    Nemesis.killsAndStops(contenders);
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
