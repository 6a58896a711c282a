package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Limits;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.recording.Recorder;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads of several nodes ask for a few names while these are forgotten all the time: requests
 * collide with proposals. Exclusion and rising fences are judged, and every request is served.
 */
@Timeout(180)
class ForgettingRaceTest {

  private static final int NODES = 3;
  private static final int THREADS = 2;
  private static final int NAMES = 5;
  private static final int UNITS = 2;
  private static final int MANY_ENTRIES = 1_500;
  private static final int MANY_FORGOTTEN = 60;
  private static final Duration LONGEST = Duration.ofSeconds(90);

  /** What is inside under one name, by the unit. */
  private static final class Judge {
    private final int[] alone = new int[UNITS];
    private final int[] shared = new int[UNITS];
    private final long[] fences = new long[UNITS];

    synchronized void enter(Request request) {
      int unit = request.unit();
      boolean isAlone = request.claim().room().equals(Claim.ALONE);
      assertThat(alone[unit]).as("holders inside alone").isZero();
      if (isAlone) {
        assertThat(shared[unit]).as("holders that share").isZero();
        assertThat(request.fence()).as("fence").isGreaterThan(fences[unit]);
        alone[unit]++;
      } else {
        shared[unit]++;
      }
      fences[unit] = Math.max(fences[unit], request.fence());
    }

    synchronized void leave(Request request) {
      (request.claim().room().equals(Claim.ALONE) ? alone : shared)[request.unit()]--;
    }
  }

  private final List<Judge> judges = new ArrayList<>();
  private final AtomicInteger entries = new AtomicInteger();
  private final AtomicInteger forgotten = new AtomicInteger();
  private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private final long deadline = System.nanoTime() + LONGEST.toNanos();

  private Node start(Network network, String cluster, int number) {
    return Node.start(
        network.transport(cluster, "node-" + number, Duration.ofSeconds(30)),
        Catalogue.builtIn(),
        _ ->
            new Observer() {
              @Override
              public void forgotten(String lock) {
                forgotten.incrementAndGet();
              }
            },
        _ -> Attachment.NONE,
        Recorder.NONE,
        Duration.ofMillis(2),
        Limits.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "local, token-queue, false",
    "local, token-queue, true",
    "local, ricart-agrawala, false",
    "local, rw-permissions, false",
    "local, rooms, true",
    "local, padme-LFFF:star:units=2, false",
    "local, padme-LFFF:star:units=2, true",
    "tcp, token-queue, false",
    "tcp, padme-LFFF:star:units=2, false",
  })
  void proposalsCollideWithRequests(String network, String protocol, boolean views)
      throws Exception {
    var algorithm = Catalogue.builtIn().find(protocol).orElseThrow();
    var over = network.equals("tcp") ? Tcp.loopback() : Local.jvm();
    var cluster = "race-%s-%s-%s".formatted(network, protocol.replaceAll("\\W", "-"), views);
    for (int i = 0; i < NAMES; i++) {
      judges.add(new Judge());
    }
    var nodes = new ArrayList<Node>();
    try {
      for (int i = 0; i < NODES; i++) {
        nodes.add(start(over, cluster, i));
        assertThat(nodes.getLast().awaitMembership(60, TimeUnit.SECONDS)).isTrue();
      }
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < NODES * THREADS; i++) {
        var node = nodes.get(i % NODES);
        threads.add(Thread.startVirtualThread(() -> contend(node, algorithm)));
      }
      while (!isOver()) {
        if (views) {
          try (var guest = start(over, cluster, NODES)) {
            assertThat(guest.awaitMembership(60, TimeUnit.SECONDS)).isTrue();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
          }
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
      }
      for (Thread each : threads) {
        assertThat(each.join(Duration.ofSeconds(60))).isTrue();
      }
      assertThat(wrong).isEmpty();
      assertThat(entries.get()).as("entries").isGreaterThanOrEqualTo(MANY_ENTRIES);
      assertThat(forgotten.get()).as("forgotten").isGreaterThanOrEqualTo(MANY_FORGOTTEN);
      assertThat(nodes).noneMatch(Node::isStopped);
    } finally {
      nodes.forEach(Node::close);
    }
  }

  private boolean isOver() {
    boolean enough = entries.get() >= MANY_ENTRIES && forgotten.get() >= MANY_FORGOTTEN;
    return enough || !wrong.isEmpty() || System.nanoTime() - deadline > 0;
  }

  private void contend(Node node, Algorithm<?, ?> algorithm) {
    var random = ThreadLocalRandom.current();
    try {
      while (!isOver()) {
        int name = random.nextInt(NAMES);
        var request = node.resource("name-" + name, algorithm).ask(claim(algorithm, random));
        if (random.nextInt(10) == 0) {
          var _ = request.await(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1));
          request.withdraw();
        } else {
          assertThat(request.await(System.nanoTime() + Duration.ofSeconds(60).toNanos()))
              .as("request for %s served", name)
              .isTrue();
          assertThat(request.state()).isEqualTo(State.INSIDE);
          judges.get(name).enter(request);
          entries.incrementAndGet();
          LockSupport.parkNanos(1); // long enough for another one to enter that must not
          judges.get(name).leave(request);
          request.release();
        }
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(15_000)));
      }
    } catch (InterruptedException | RuntimeException | AssertionError e) {
      wrong.add(e);
    }
  }

  private static Claim claim(Algorithm<?, ?> algorithm, ThreadLocalRandom random) {
    return switch (algorithm.family()) {
      case PRIORITY -> Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT).withPriority(random.nextInt(3));
      case READ_WRITE -> random.nextBoolean() ? Claim.SHARED : Claim.EXCLUSIVE;
      case ROOM -> random.nextBoolean() ? Claim.room("a") : Claim.EXCLUSIVE;
      default -> Claim.EXCLUSIVE;
    };
  }
}
