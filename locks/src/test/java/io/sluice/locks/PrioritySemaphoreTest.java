package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.History.Stay;
import io.sluice.protocol.Claim;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Models;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Several equal units, the more urgent first; over both transports. */
@Timeout(90)
class PrioritySemaphoreTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final List<Sluice> nodes = new ArrayList<>();

  /** How the nodes speak with each other. */
  enum Over {
    LOCAL,
    TCP
  }

  private Sluice join(Over over, String cluster) {
    return join(over, cluster, "token-queue");
  }

  private Sluice join(Over over, String cluster, String algorithm) {
    var name = cluster + "-" + over + "-" + ProcessHandle.current().pid();
    var joining = Sluice.named(name).algorithm(algorithm).nodeName("n" + nodes.size());
    var node =
        (over == Over.TCP ? joining.over(Tcp.loopback()).lease(Duration.ofSeconds(3)) : joining)
            .join();
    nodes.add(node);
    return node;
  }

  /** That number of nodes, all of them members. */
  private List<Sluice> join(Over over, String cluster, int count) {
    var those = Stream.generate(() -> join(over, cluster)).limit(count).toList();
    await()
        .atMost(LONG)
        .until(() -> those.stream().allMatch(n -> n.view().members().size() == count));
    return those;
  }

  @AfterEach
  void leave() {
    nodes.forEach(Sluice::close);
  }

  @ParameterizedTest
  @EnumSource
  void theMoreUrgentAreServedFirst(Over over) throws Exception {
    var three = join(over, "urgent", 3);
    var one = three.getFirst().prioritySemaphore("x", 2).acquire(Priority.LOW);
    var two = three.getLast().prioritySemaphore("x", 2).acquire(Priority.LOW);
    List<Priority> served = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Void>> all = new ArrayList<>();
    var order = new ArrayList<Priority>();
    for (int i = 0; i < 15; i++) {
      order.add(Priority.of(i / 3));
    }
    Collections.shuffle(order, new Random(1));
    for (int i = 0; i < order.size(); i++) {
      var priority = order.get(i);
      all.add(
          three
              .get(i % 3)
              .prioritySemaphore("x", 2)
              .acquireAsync(priority)
              .thenAccept(
                  lease -> {
                    served.add(priority);
                    lease.close();
                  }));
    }
    // The same node decides about this one, and messages do not overtake each other: a node
    // that is granted this one has been heard about that one.
    for (var node : three) {
      node.prioritySemaphore("y", 1).acquire(Priority.LOW, LONG).close();
    }
    assertThat(served).isEmpty();
    one.close();
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(served).isSortedAccordingTo(Priority::compareTo).hasSize(15);
    two.close();
  }

  /** A view begins with those who have waited in the view before, the more urgent first. */
  @ParameterizedTest
  @EnumSource
  void theMoreUrgentAreServedFirstAlsoInTheNextView(Over over) throws Exception {
    var four = join(over, "order", 4);
    var _ = four.getLast().prioritySemaphore("x", 1).acquire(Priority.NORMAL, LONG);
    List<Priority> served = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      var priority = Priority.of(6 - i);
      all.add(
          four.get(i % 3)
              .prioritySemaphore("x", 1)
              .acquireAsync(priority)
              .thenAccept(
                  lease -> {
                    served.add(priority);
                    lease.close();
                  }));
    }
    assertThat(served).isEmpty();
    four.getLast().close();
    CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(served).isSortedAccordingTo(Priority::compareTo).hasSize(6);
  }

  /** Threads on several nodes, many ways to ask, and guests who come and go meanwhile. */
  @ParameterizedTest
  @EnumSource
  void neverMoreInsideThanUnitsAndEverybodyIsServed(Over over) throws Exception {
    int units = 3;
    var history = new History();
    var three = join(over, "contended", 3);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var working = new ArrayList<Future<?>>();
      for (int i = 0; i < 9; i++) {
        var who = "w" + i;
        var semaphore = three.get(i % 3).prioritySemaphore("x", units);
        var random = new Random(i);
        working.add(
            threads.submit(
                () -> {
                  for (int entry = 0; entry < 40; entry++) {
                    use(semaphore, who, random, history);
                  }
                  return null;
                }));
      }
      for (int guest = 0; guest < (over == Over.TCP ? 2 : 10); guest++) {
        try (var sluice = join(over, "contended")) {
          use(sluice.prioritySemaphore("x", units), "guest" + guest, new Random(guest), history);
        }
      }
      for (Future<?> each : working) {
        each.get();
      }
    }
    history.check();
    history.checkNeverMoreThan(units);
    assertThat(history.stays()).hasSizeGreaterThan(9 * 30);
  }

  private static void use(PrioritySemaphore semaphore, String who, Random random, History history)
      throws Exception {
    var priority = Priority.of(random.nextInt(3));
    switch (random.nextInt(4)) {
      case 0 -> stay(semaphore.acquire(priority), who, history);
      case 1 -> stay(semaphore.acquireAsync(priority).get(60, TimeUnit.SECONDS), who, history);
      case 2 -> {
        try {
          var patience = Duration.ofNanos(random.nextInt(2_000_000));
          stay(semaphore.acquire(priority, patience), who, history);
        } catch (TimeoutException e) {
          stay(semaphore.acquire(priority, LONG), who, history);
        }
      }
      default -> semaphore.tryAcquire(priority).ifPresent(lease -> stay(lease, who, history));
    }
  }

  private static void stay(Lease lease, String who, History history) {
    try (lease) {
      long from = System.nanoTime();
      Thread.onSpinWait();
      var claim = Claim.EXCLUSIVE.toUnit(lease.unit());
      history.add(new Stay("x", who, claim, from, System.nanoTime(), lease.fence()));
    }
  }

  /** One node can have all units, and what it has is counted when others come. */
  @ParameterizedTest
  @EnumSource
  void unitsHeldFromEarlierViewsAreCounted(Over over) throws Exception {
    var first = join(over, "census", 1).getFirst().prioritySemaphore("x", 4);
    var held = new ArrayList<Lease>();
    for (int i = 0; i < 3; i++) {
      held.add(first.acquire(Priority.NORMAL, LONG));
    }
    assertThat(held).extracting(Lease::unit).containsExactlyInAnyOrder(0, 1, 2);
    var second = join(over, "census").prioritySemaphore("x", 4);
    var third = join(over, "census").prioritySemaphore("x", 4);
    await().atMost(LONG).until(() -> nodes.getFirst().view().members().size() == 3);
    // One is free, and only one.
    var fourth = second.acquire(Priority.NORMAL, LONG);
    assertThat(fourth.unit()).isEqualTo(3);
    assertThat(third.tryAcquire(Priority.HIGH)).isEmpty();
    var waiting = third.acquireAsync(Priority.NORMAL);
    var also = second.acquireAsync(Priority.NORMAL);
    assertThat(waiting).isNotDone();
    var freed = held.removeFirst();
    freed.close();
    try (var next = (Lease) CompletableFuture.anyOf(waiting, also).get(60, TimeUnit.SECONDS)) {
      assertThat(next.unit()).isEqualTo(freed.unit());
      assertThat(next.fence()).isGreaterThan(freed.fence());
      assertThat(waiting.isDone() && also.isDone()).isFalse();
      assertThat(held).allMatch(Lease::valid);
    }
    // The next view takes its census too: of units from this one, and from the one before.
    var last = join(over, "census").prioritySemaphore("x", 4);
    held.forEach(Lease::close);
    fourth.close();
    waiting.get(60, TimeUnit.SECONDS).close();
    also.get(60, TimeUnit.SECONDS).close();
    var all = new ArrayList<Lease>();
    for (int i = 0; i < 4; i++) {
      all.add(last.acquire(Priority.NORMAL, LONG));
    }
    assertThat(all).extracting(Lease::unit).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  /** The usual configuration, and each of PADME's sixteen. */
  static Stream<String> algorithms() {
    return Stream.concat(
        Stream.of("token-queue"),
        Models.ALL.stream().map(models -> Configuration.of(models).name()));
  }

  /** The node's request to the protocol is always that of its most urgent thread. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void urgencyCountsAmongTheThreadsOfOneNode(String algorithm) throws Exception {
    var here = join(Over.LOCAL, "threads-" + algorithm, algorithm).prioritySemaphore("x", 1);
    var there = join(Over.LOCAL, "threads-" + algorithm, algorithm).prioritySemaphore("x", 1);
    var held = there.acquire(Priority.NORMAL);
    var low = here.acquireAsync(Priority.LOW);
    var high = here.acquireAsync(Priority.HIGH);
    held.close();
    try (var _ = high.get(20, TimeUnit.SECONDS)) {
      assertThat(low).isNotDone();
    }
    low.get(20, TimeUnit.SECONDS).close();
  }

  @Test
  void aCancelledFutureGivesUpItsRequest() throws Exception {
    var here = join(Over.LOCAL, "cancelled").prioritySemaphore("x", 1);
    var there = join(Over.LOCAL, "cancelled").prioritySemaphore("x", 1);
    var held = there.acquire(Priority.NORMAL);
    var cancelled = here.acquireAsync(Priority.HIGH);
    assertThat(cancelled.cancel(false)).isTrue();
    assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
    held.close();
    there.acquire(Priority.LOW, LONG).close();
  }

  @Test
  void closingLosesWhatIsHeld() throws Exception {
    var leaving = join(Over.LOCAL, "closing");
    var stays = join(Over.LOCAL, "closing").prioritySemaphore("x", 2);
    var lease = leaving.prioritySemaphore("x", 2).acquire(Priority.NORMAL);
    var other = stays.acquire(Priority.NORMAL);
    var next = stays.acquireAsync(Priority.NORMAL);
    assertThat(next).isNotDone();
    leaving.close();
    try (var after = next.get(20, TimeUnit.SECONDS)) {
      assertThat(after.unit()).isEqualTo(lease.unit());
      assertThat(after.fence()).isGreaterThan(lease.fence());
      assertThat(lease.valid()).isFalse();
      assertThat(other.valid()).isTrue();
    }
  }

  @Test
  void nodesThatDisagreeAboutTheUnitsAreTold() throws Exception {
    var sluice = join(Over.LOCAL, "disagree");
    sluice.prioritySemaphore("x", 2).acquire(Priority.NORMAL).close();
    assertThatThrownBy(() -> sluice.prioritySemaphore("x", 3))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("units=2 at this node")
        .hasMessageContaining("units=3")
        .hasMessageContaining("same number of units");
    var other = join(Over.LOCAL, "disagree").prioritySemaphore("x", 3);
    assertThatThrownBy(() -> other.acquire(Priority.NORMAL, LONG))
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining("units=3")
        .hasMessageContaining("units=2");
  }

  @Test
  void badNumbersAreRefused() {
    var sluice = join(Over.LOCAL, "bad");
    assertThatThrownBy(() -> sluice.prioritySemaphore("x", 0)).hasMessageContaining("0");
    assertThatThrownBy(() -> sluice.prioritySemaphore("x", 1001)).hasMessageContaining("1001");
    assertThatThrownBy(() -> Priority.of(-1)).hasMessageContaining("-1");
    assertThat(Priority.HIGH).isLessThan(Priority.LOW);
  }
}
