package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.CapturedLog;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.SluiceMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holders and waiters of all members, and forced releases. */
@Timeout(120)
class InspectionTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  private static Sluice.Builder joining(String cluster, Network network) {
    return Sluice.named(ClusterNames.of(InspectionTest.class, cluster)).over(network);
  }

  private static void together(Sluice... nodes) {
    await()
        .atMost(LONG)
        .until(() -> Stream.of(nodes).allMatch(n -> n.view().members().size() == nodes.length));
  }

  /** Members note the times of entries only after they have been asked for locks. */
  @ParameterizedTest
  @MethodSource("networks")
  void handOversAreTimedWhileMembersAreAsked(Network network) throws Exception {
    try (var one = joining("passed", network).nodeName("one").join();
        var two = joining("passed", network).nodeName("two").join()) {
      together(one, two);
      assertThat(one.inspect().locks().locks()).isEmpty();
      var held = one.lock("x").acquire(LONG);
      var waiting = two.lock("x").acquireAsync();
      await()
          .atMost(LONG)
          .until(() -> one.inspect().lock("x").locks().getFirst().waiters().size() == 1);
      held.close();
      var next = waiting.get(LONG.toSeconds(), TimeUnit.SECONDS);
      var lock = one.inspect().lock("x").locks().getFirst();
      assertThat(lock.handOvers())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.fence()).isEqualTo(next.fence());
                assertThat(each.time()).isBetween(Duration.ZERO, LONG);
              });
      next.close();
    }
  }

  /** The entries of busy locks take no room from the requests. */
  @Test
  void noHolderIsLeftOutForEarlierEntries() throws Exception {
    int locks = 100;
    int entries = 40;
    try (var sluice = Sluice.join("busy-before")) {
      together(sluice);
      assertThat(sluice.inspect().locks().locks()).isEmpty();
      for (int i = 0; i < locks * entries; i++) {
        sluice.lock("lock-" + i % locks).acquire(LONG).close();
      }
      for (int i = 0; i < locks; i++) {
        var _ = sluice.lock("lock-" + i).acquire(LONG);
      }
      var report = sluice.inspect().locks();
      assertThat(report.omitted()).isZero();
      assertThat(report.locks()).hasSize(locks);
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void holdersAndWaitersOfAllMembersAreShown(Network network) throws Exception {
    try (var one = joining("who", network).nodeName("one").join();
        var two = joining("who", network).nodeName("two").join()) {
      together(one, two);
      var held = one.lock("x").acquire(LONG);
      var reader = two.readWriteLock("rw").readLock().acquire(LONG);
      var unit = one.prioritySemaphore("s", 2).acquire(Priority.HIGH, LONG);
      var waiter = Thread.ofPlatform().name("the waiter").start(() -> two.lock("x").lock());
      await()
          .atMost(LONG)
          .until(() -> two.inspect().lock("x").locks().getFirst().waiters().size() == 1);

      var report = two.inspect().locks();
      assertThat(report.partial()).isFalse();
      assertThat(report.view()).isEqualTo(two.view());
      assertThat(report.locks()).extracting("name").containsExactly("rw", "s", "x");
      var x = report.locks().getLast();
      assertThat(x.algorithm()).isEqualTo("token-queue");
      assertThat(x.holders())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.member().name()).isEqualTo("one");
                assertThat(each.fence()).hasValue(held.fence());
                assertThat(each.thread()).isEqualTo(Thread.currentThread().getName());
                assertThat(each.since()).isBeforeOrEqualTo(Instant.now());
              });
      assertThat(x.waiters())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.member().name()).isEqualTo("two");
                assertThat(each.thread()).isEqualTo("the waiter");
                assertThat(each.fence()).isEmpty();
              });
      assertThat(report.locks().getFirst().holders())
          .extracting(LockRequest::room)
          .containsExactly("shared");
      assertThat(report.locks().get(1).holders())
          .extracting(LockRequest::priority)
          .containsExactly(Priority.HIGH.number());
      assertThat(one.inspect().lock("y").locks()).isEmpty();
      reader.close();
      unit.close();
      held.close();
      waiter.join();
    }
  }

  /** Its holder learns of it in every way there is, and the next one has a higher fence. */
  @ParameterizedTest
  @MethodSource("networks")
  void aForcedReleaseIsALossForTheHolder(Network network) throws Exception {
    var registry = new SimpleMeterRegistry();
    try (var log = CapturedLog.open();
        var one = joining("force", network).nodeName("one").metrics(registry).join();
        var two = joining("force", network).nodeName("two").join()) {
      together(one, two);
      var lost = new CountDownLatch(1);
      var held = one.lock("x").acquire(LONG);
      held.onLost(lost::countDown);
      var next = two.lock("x").acquireAsync();
      assertThat(registry.get("sluice.holders").gauge().value()).isEqualTo(1);

      var outcome = two.inspect().release("x", "it is stuck");

      assertThat(outcome.released()).singleElement().extracting("thread").isNotNull();
      assertThat(outcome.silent()).isEmpty();
      assertBothLogsTell(log, held, "it is stuck");
      assertThat(held.valid()).isFalse();
      assertThatThrownBy(held::ensureValid)
          .isInstanceOf(LockLostException.class)
          .hasMessageContaining("released by force, by two: it is stuck");
      assertThat(lost.await(60, TimeUnit.SECONDS)).isTrue();
      try (var granted = next.get(60, TimeUnit.SECONDS)) {
        assertThat(granted.fence())
            .isGreaterThan(outcome.fence().orElseThrow())
            .isGreaterThan(held.fence());
        held.close(); // too late, and harmless
        assertThat(granted.valid()).isTrue();
        assertThat(two.inspect().release("x", held.fence(), "an old number").released()).isEmpty();
        assertThat(granted.valid()).isTrue();
      }
      assertThat(two.inspect().release("x", "free by now").released()).isEmpty();
      assertThat(registry.get("sluice.lock.forced.releases").tag("lock", "x").counter().count())
          .isEqualTo(1);
      assertThat(registry.get("sluice.holders").gauge().value()).isZero();
      assertThat(registry.get("sluice.waiters").gauge().value()).isZero();
    }
  }

  /** One line of the holder's member, and one of the member that has taken the lock away. */
  private static void assertBothLogsTell(CapturedLog log, Lease held, String why) {
    String lock = "lock '%s' with fence %d, held by ".formatted(held.lock(), held.fence());
    String thread = Thread.currentThread().getName();
    assertThat(log.lines("WARN", lock))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .endsWith(lock + thread + ", was released by force, by two: " + why),
            line ->
                assertThat(line)
                    .endsWith(
                        lock + thread + " at one, was released by force, by this node: " + why));
  }

  /** The next holder is granted it without a message of the former one's protocol. */
  @ParameterizedTest
  @MethodSource("networks")
  void fencesRiseAlsoIfALockOfAnEarlierViewIsTakenAway(Network network) throws Exception {
    try (var first = joining("fenced", network).join();
        var holder = joining("fenced", network).join()) {
      together(first, holder);
      var held = holder.lock("x").acquire(LONG);
      var unit = holder.prioritySemaphore("s", 2).acquire(Priority.LOW, LONG);
      try (var third = joining("fenced", network).join()) {
        together(first, holder, third);
        long above = third.inspect().release("x", "").fence().orElseThrow();
        assertThat(above).isGreaterThan(held.fence());
        try (var next = first.lock("x").acquire(LONG)) {
          assertThat(next.fence()).isGreaterThan(above);
        }
        above = third.inspect().release("s", "").fence().orElseThrow();
        assertThat(above).isGreaterThan(unit.fence());
        try (var both = first.prioritySemaphore("s", 2).acquire(2, Priority.LOW, LONG)) {
          var same = both.leases().stream().filter(each -> each.unit() == unit.unit());
          assertThat(same.mapToLong(Lease::fence).max().orElseThrow()).isGreaterThan(above);
        }
      }
    }
  }

  /** Units, readers, and what is held from an earlier view. */
  @Test
  void everyKindOfLockCanBeTakenAway() throws Exception {
    try (var one = Sluice.join("kinds-of-force")) {
      var unit = one.prioritySemaphore("s", 2).acquire(Priority.LOW);
      var reader = one.readWriteLock("rw").readLock().acquire();
      var room = one.groupLock("g").enter("a");
      try (var two = Sluice.join("kinds-of-force")) {
        together(one, two);
        assertThat(two.inspect().release("s", "").released()).hasSize(1);
        assertThat(two.inspect().release("rw", "").released()).hasSize(1);
        assertThat(two.inspect().release("g", "").released()).hasSize(1);
        assertThat(unit.valid() || reader.valid() || room.valid()).isFalse();
        two.prioritySemaphore("s", 2).acquire(Priority.LOW, LONG).close();
        two.readWriteLock("rw").writeLock().acquire(LONG).close();
        two.groupLock("g").enter("b", LONG).close();
      }
    }
  }

  @Test
  void aLockWithDataIsNotTakenAway() throws Exception {
    try (var sluice = Sluice.join("force-data")) {
      var data = sluice.data("d").size(64).open();
      try (var view = data.requestWrite().acquire()) {
        assertThatThrownBy(() -> sluice.inspect().release("data/d", "no"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("it protects data");
        assertThat(view.valid()).isTrue();
      }
    }
  }

  /** Holders are taken the lock from all the time; never two hold it with valid leases. */
  @ParameterizedTest
  @MethodSource("networks")
  void neverTwoHoldersWhileLocksAreTakenAway(Network network) throws Exception {
    try (var one = joining("forced", network).join();
        var two = joining("forced", network).join();
        var three = joining("forced", network).join()) {
      together(one, two, three);
      ForcedReleases.contend(one, two, three).check();
    }
  }

  @Test
  void aMemberThatDoesNotAnswerIsNamed() throws Exception {
    var contenders =
        new ContenderProcesses(
            ClusterNames.of(InspectionTest.class, "silent"), Duration.ofSeconds(20));
    try (contenders;
        var sluice =
            joining("silent", Tcp.loopback()).lease(Duration.ofSeconds(20)).nodeName("me").join()) {
      assertThat(sluice.awaitMembership(LONG)).isTrue();
      var other = contenders.launch("other", Manner.KEEPER);
      other.awaitWord("in");
      other.signal("STOP");
      var report = sluice.inspect().patience(Duration.ofMillis(300)).locks();
      assertThat(report.partial()).isTrue();
      assertThat(report.silent()).extracting(Member::name).containsExactly("other");
      other.signal("CONT");
      assertThat(sluice.inspect().lock("x").locks().getFirst().holders()).hasSize(1);
      assertThat(sluice.inspect().release("x", Optional.empty(), "the test ends").silent())
          .isEmpty();
      other.awaitWord("lost");
    }
  }

  @Test
  void theSameIsShownToJmx() throws Exception {
    var server = ManagementFactory.getPlatformMBeanServer();
    var name = new ObjectName("io.sluice:type=Node,cluster=\"beans\",node=\"bean-1\"");
    try (var sluice = Sluice.named("beans").nodeName("bean-1").jmx().join()) {
      var lease = sluice.lock("x").acquire(LONG);
      var bean = JMX.newMXBeanProxy(server, name, SluiceMXBean.class);
      assertThat(bean.getMembers()).containsExactly("bean-1");
      assertThat(bean.getView()).isEqualTo(sluice.view().number());
      assertThat(bean.who()).singleElement().asString().contains("x: held for", "bean-1", "fence");
      assertThat(bean.who("y")).isEmpty();
      assertThat(bean.release("x", "by JMX")).singleElement().asString().contains("released");
      assertThat(lease.valid()).isFalse();
    }
    assertThat(server.isRegistered(name)).isFalse();
  }

  /**
   * As one that is cut off, or that waits for others without success. It knows nothing of any lock.
   */
  @Test
  void aNodeThatIsNotAMemberDoesNotTakeLocksForFree() throws Exception {
    var never =
        new Transport() {
          @Override
          public void start(Listener listener) {}

          @Override
          public void send(Member to, Frame frame) {}

          @Override
          public long leaseUntil() {
            return System.nanoTime();
          }

          @Override
          public void close() {}
        };
    var server = ManagementFactory.getPlatformMBeanServer();
    var name = new ObjectName("io.sluice:type=Node,cluster=\"apart\",node=\"apart-1\"");
    try (var sluice =
        Sluice.named("apart").over((_, _, _) -> never).nodeName("apart-1").jmx().join()) {
      var inspection = sluice.inspect().patience(Duration.ofMillis(50));
      assertThat(inspection.lock("x").partial()).isTrue();
      assertThatThrownBy(() -> inspection.release("x", "stuck"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("this node is not a member");
      var bean = JMX.newMXBeanProxy(server, name, SluiceMXBean.class);
      assertThat(bean.getView()).isZero();
      assertThat(bean.getMembers()).isEmpty();
      assertThat(bean.who("x"))
          .singleElement()
          .asString()
          .contains("this node is not a member at present");
      assertThatThrownBy(() -> bean.release("x", "stuck"))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  /** As when an application starts its next node before it closes the one before. */
  @Test
  void aNodeThatIsClosedLeavesTheOneThatHasReplacedItToJmx() throws Exception {
    var server = ManagementFactory.getPlatformMBeanServer();
    var name = new ObjectName("io.sluice:type=Node,cluster=\"beans\",node=\"bean-2\"");
    var before = Sluice.named("beans").nodeName("bean-2").jmx().join();
    try (var next = Sluice.named("beans").nodeName("bean-2").jmx().join()) {
      before.close();
      assertThat(server.isRegistered(name)).isTrue();
      together(next);
      assertThat(JMX.newMXBeanProxy(server, name, SluiceMXBean.class).getView())
          .isEqualTo(next.view().number());
    }
    assertThat(server.isRegistered(name)).isFalse();
  }
}
