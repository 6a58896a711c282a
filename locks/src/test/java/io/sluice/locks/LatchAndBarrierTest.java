package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.recipe.Barrier;
import io.sluice.locks.recipe.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Latches and barriers of a cluster. */
@Timeout(300)
class LatchAndBarrierTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LEASE = Duration.ofMillis(1500);

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  private static String cluster(String name) {
    return ClusterNames.of(LatchAndBarrierTest.class, name);
  }

  private static Sluice join(String cluster, Network network) {
    return Sluice.named(cluster).over(network).join();
  }

  private static void end(Sluice node) {
    node.close();
  }

  private static void awaitMembers(Sluice sluice, int count) {
    await().atMost(LONG).until(() -> sluice.view().members().size() == count);
  }

  @ParameterizedTest
  @MethodSource("networks")
  void aLatchOpensWhenItHasBeenCountedDown(Network network) throws Exception {
    String cluster = cluster("latch");
    try (var one = join(cluster, network);
        var two = join(cluster, network);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(one, 2);
      var latch = one.latch("x", 3);
      assertThat(latch.await(SHORT)).isFalse();
      latch.countDown();
      two.latch("x", 3).countDown();
      // If `two` founded the cluster, it takes its count into account first.
      await().atMost(LONG).until(() -> latch.remaining() == 1);

      var waiting = threads.submit(() -> two.latch("x", 3).await(LONG));
      assertThat(latch.await(SHORT)).isFalse();
      latch.countDownAsync().get();
      assertThat(waiting.get()).isTrue();
      latch.await();
      latch.countDown();
      assertThat(latch.remaining()).isZero();
      end(one);
      try (var three = join(cluster, network)) {
        three.latch("x", 3).await(); // a node that joins later finds it open
      }
    }
  }

  /** Many generations: none goes on before all have arrived, and each place is taken once. */
  @ParameterizedTest
  @MethodSource("networks")
  void thePartiesOfABarrierGoOnTogether(Network network) throws Exception {
    int parties = 4;
    int rounds = 20;
    String cluster = cluster("barrier");
    var arrived = new AtomicInteger();
    List<Passage> passages = Collections.synchronizedList(new ArrayList<>());
    try (var one = join(cluster, network);
        var two = join(cluster, network);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(one, 2);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < parties; i++) {
        var barrier = (i % 2 == 0 ? one : two).barrier("x", parties);
        all.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    arrived.incrementAndGet();
                    var passage = barrier.await(LONG);
                    passages.add(passage);
                    assertThat(passage.generation()).isEqualTo(round);
                    assertThat(arrived.get()).isGreaterThanOrEqualTo((round + 1) * parties);
                  }
                  return null;
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
      assertThat(one.barrier("x", parties).waiting()).isZero();
    }
    assertThat(passages).hasSize(parties * rounds).doesNotHaveDuplicates();
    assertThat(passages).allMatch(each -> each.place() >= 0 && each.place() < parties);
  }

  private static Future<Passage> arrive(ExecutorService threads, Barrier barrier) throws Exception {
    int before = barrier.waiting();
    Callable<Passage> waiting = () -> barrier.await(LONG);
    var future = threads.submit(waiting);
    await().atMost(LONG).until(() -> barrier.waiting() > before);
    return future;
  }

  private static void isBroken(Future<Passage> waiting, String why) {
    assertThatThrownBy(waiting::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(BrokenBarrierException.class)
        .hasMessageContaining(why);
  }

  /** A party that times out or is interrupted breaks the generation for all; the next is whole. */
  @ParameterizedTest
  @MethodSource("networks")
  void aPartyThatGivesUpBreaksTheGeneration(Network network) throws Exception {
    String cluster = cluster("broken");
    try (var one = join(cluster, network);
        var two = join(cluster, network);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(two, 2);
      var here = one.barrier("x", 3);
      var there = two.barrier("x", 3);
      var waiting = arrive(threads, there);
      assertThatThrownBy(() -> here.await(SHORT))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("barrier 'x'");
      isBroken(waiting, "generation 0 of barrier 'x' is broken: a party gave up");

      var again = arrive(threads, here);
      Thread.currentThread().interrupt();
      assertThatThrownBy(there::await).isInstanceOf(InterruptedException.class);
      isBroken(again, "generation 1");

      var third = arrive(threads, here);
      var fourth = arrive(threads, there);
      assertThat(here.await(LONG)).isEqualTo(new Passage(2, 2));
      assertThat(third.get()).isEqualTo(new Passage(2, 0));
      assertThat(fourth.get()).isEqualTo(new Passage(2, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theEndOfAPartysNodeBreaksTheGeneration(Network network) throws Exception {
    String cluster = cluster("gone");
    try (var one = join(cluster, network);
        var two = join(cluster, network);
        var three = join(cluster, network);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(one, 3);
      var here = arrive(threads, one.barrier("x", 3));
      end(three); // has not arrived
      awaitMembers(one, 2);
      var there = arrive(threads, two.barrier("x", 3));
      end(two);
      isBroken(here, "a member was lost");
      assertThatThrownBy(there::get).hasMessageContaining("the node is closed");
      assertThatThrownBy(() -> two.latch("y", 1).countDown())
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("'y' is unavailable: the node is closed");
    }
  }

  @Test
  void aNameIsOneLatchOrBarrier() throws Exception {
    try (var one = Sluice.join("one-kind");
        var two = Sluice.join("one-kind")) {
      one.latch("x", 3).countDown();
      assertThatThrownBy(() -> one.latch("x", 4))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("name the same kind and the same number in all nodes");
      assertThatThrownBy(() -> two.barrier("x", 3)).isInstanceOf(LockUnavailableException.class);
      assertThatThrownBy(() -> one.lock("x").tryAcquire())
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("is a latch or barrier");
      one.lock("y").acquire().close();
      assertThatThrownBy(() -> one.latch("y", 1)).hasMessageContaining("ask for it as lock(\"y\")");
      assertThatThrownBy(() -> one.latch("z", 0))
          .hasMessageContaining("from 1 to 1,000, not from 0");
      assertThatThrownBy(() -> one.barrier("z", 1001)).hasMessageContaining("not 1,001");
      try (var three = Sluice.named("one-kind").algorithm("barrier").join()) {
        assertThatThrownBy(() -> three.lock("z")).hasMessageContaining("is no lock");
      }
    }
  }

  /** Such as when too few members were left, and the cluster was founded again by them. */
  @Test
  void aLatchOutlivesTheMembershipOfAllItsNodes() throws Exception {
    var lone = new LoneNode();
    try (var sluice = Sluice.named("outlives").over((_, _, _) -> lone).join()) {
      var latch = sluice.latch("x", 3);
      latch.countDown();
      lone.cutOff();
      assertThat(latch.remaining()).isEqualTo(2);
      latch.countDown();
      lone.cutOff();
      lone.cutOff();
      assertThat(latch.remaining()).isEqualTo(1);
      latch.countDown();
      lone.cutOff();
      assertThat(latch.remaining()).isZero();
      assertThat(latch.await(LONG)).isTrue();
      lone.cutOff();
      assertThat(latch.await(LONG)).isTrue();
    }
  }

  /** Who asks while the node is cut off is told all that the node knew. */
  @Test
  void whatRemainsOfALatchIsNoLessThanItWas() throws Exception {
    var lone = new LoneNode();
    try (var sluice = Sluice.named("no-less").over((_, _, _) -> lone).join()) {
      var latch = sluice.latch("x", 3);
      for (int counts = 1; counts <= 3; counts++) {
        latch.countDown();
        lone.lose();
        var remaining = new FutureTask<>(latch::remaining);
        var asking = Thread.ofPlatform().start(remaining);
        await().atMost(LONG).until(() -> asking.getState() == Thread.State.WAITING);
        lone.rejoin();
        assertThat(remaining.get()).as("after %d counts", counts).isEqualTo(3 - counts);
      }
    }
  }

  /** It is refused each time, and does not count when the name may be used later. */
  @ParameterizedTest
  @MethodSource("networks")
  void anArrivalThatIsRefusedNeverCounts(Network network) throws Exception {
    String cluster = cluster("refused");
    try (var one = join(cluster, network);
        var two = join(cluster, network)) {
      awaitMembers(one, 2);
      awaitMembers(two, 2);
      var ofTwo = one.barrier("x", 2);
      var ofThree = two.barrier("x", 3);
      var latch = one.latch("y", 2);
      var lock = two.lock("y");
      for (int i = 0; i < 2; i++) {
        isRefused(() -> ofThree.await(Duration.ofSeconds(10)), "barrier:parties=3");
        isRefused(() -> ofTwo.await(Duration.ofSeconds(10)), "barrier:parties=3");
        isRefused(latch::countDown, "lock(\"y\")");
        isRefused(() -> latch.await(Duration.ofSeconds(10)), "lock(\"y\")");
        isRefused(latch::remaining, "lock(\"y\")");
      }
      assertThat(lock.name()).isEqualTo("y");
      end(two);
      awaitMembers(one, 1);
      assertThat(ofTwo.waiting()).isZero();
      assertThatThrownBy(() -> ofTwo.await(SHORT)).isInstanceOf(TimeoutException.class);
      assertThat(latch.remaining()).isEqualTo(2);
    }
  }

  /** A node that joins uses the name for something else: who waits is told, and does not count. */
  @Test
  void aPartyThatWasToldOfARefusalIsGivenUp() throws Exception {
    String cluster = cluster("refused-later");
    try (var one = join(cluster, Tcp.loopback());
        var two = join(cluster, Tcp.loopback());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(one, 2);
      awaitMembers(two, 2);
      var waiting = arrive(threads, one.barrier("x", 2));
      try (var _ = joinUsing(cluster, node -> node.barrier("x", 3))) {
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(LockUnavailableException.class);
      }
      awaitMembers(two, 2);
      var barrier = two.barrier("x", 2);
      await().atMost(LONG).until(() -> barrier.waiting() == 0);
      var again = arrive(threads, barrier);
      assertThat(one.barrier("x", 2).await(LONG).generation()).isEqualTo(1);
      assertThat(again.get().generation()).isEqualTo(1);
    }
  }

  /** Although that one arrives in the very view in which the name can be used again. */
  @Test
  void noOtherPartyGoesOnWithOneThatWasToldOfARefusal() throws Exception {
    String cluster = cluster("refused-together");
    try (var one = join(cluster, Tcp.loopback());
        var two = join(cluster, Tcp.loopback());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      awaitMembers(one, 2);
      awaitMembers(two, 2);
      var waiting = arrive(threads, two.barrier("x", 2));
      var barrier = one.barrier("x", 2);
      await().atMost(LONG).until(() -> barrier.waiting() == 1);
      Future<Passage> other;
      try (var _ = joinUsing(cluster, node -> node.barrier("x", 3))) {
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(LockUnavailableException.class);
        other = threads.submit(() -> awaitWhenItCanBeUsed(barrier));
      }
      assertThatThrownBy(other::get)
          .cause()
          .isInstanceOfAny(BrokenBarrierException.class, TimeoutException.class);
    }
  }

  /** A node that has used a name before it is a member, so that the others did not tell it. */
  private static Sluice joinUsing(String cluster, Consumer<Sluice> use) {
    while (true) {
      var node = join(cluster, Tcp.loopback());
      try {
        use.accept(node);
        return node;
      } catch (LockUnavailableException itWasAMemberAlready) {
        node.close();
      }
    }
  }

  private static Passage awaitWhenItCanBeUsed(Barrier barrier) throws Exception {
    while (true) {
      try {
        return barrier.await(Duration.ofSeconds(2));
      } catch (LockUnavailableException usedForSomethingElse) {
        Thread.onSpinWait();
      }
    }
  }

  private static void isRefused(ThrowingCallable asking, String why) {
    assertThatThrownBy(asking)
        .isInstanceOf(LockUnavailableException.class)
        .hasMessageContaining(why);
  }

  /** Counts of a process that is killed stay; parties are told of a party that is killed. */
  @Test
  void partiesAreKilled() throws Exception {
    Nemesis.killsParties(parties(), 4);
  }

  @Test
  @Tag("long")
  @Timeout(1800)
  void partiesAreKilledManyTimes() throws Exception {
    Nemesis.killsParties(parties(), Integer.getInteger("sluice.test.faults", 200) / 4);
  }

  private static ContenderProcesses parties() {
    return new ContenderProcesses(cluster("parties"), LEASE, BarrierContender.class);
  }
}
