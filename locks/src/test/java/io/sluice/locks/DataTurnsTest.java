package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that take turns with {@code again()}. */
@Timeout(120)
class DataTurnsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SIZE = 500_000;
  private static final int TURNS = 20;

  /**
   * Two of three nodes take turns: strictly one after the other. The one that waits keeps the
   * second copy, so that the third node gets hardly any bytes and each version travels once.
   */
  @Test
  void thoseThatTakeTurnsAlternateAndKeepEachOthersCopies() throws Exception {
    String cluster = "turns-" + ProcessHandle.current().pid();
    var networks = new ArrayList<FaultyNetwork>();
    var nodes = new ArrayList<Sluice>();
    try {
      for (String name : List.of("idle", "one", "two")) {
        networks.add(new FaultyNetwork(Tcp.loopback()));
        nodes.add(
            Sluice.named(cluster)
                .nodeName(name)
                .over(networks.getLast())
                .lease(Duration.ofSeconds(3))
                .join());
      }
      await()
          .atMost(PATIENCE)
          .until(() -> nodes.stream().allMatch(each -> each.view().members().size() == 3));
      var order = Collections.synchronizedList(new ArrayList<Integer>());
      var begun = new CountDownLatch(2);
      var threads = new ArrayList<Thread>();
      for (int node : List.of(1, 2)) {
        var handle = nodes.get(node).data("grid").size(SIZE).open();
        threads.add(Thread.startVirtualThread(() -> turns(handle, node, begun, order)));
      }
      for (var thread : threads) {
        thread.join();
      }
      assertThat(order).hasSize(2 * TURNS);
      // The first turn may be over before the other node has asked.
      for (int i = 3; i < order.size() - 2; i++) {
        assertThat(order.get(i)).as("turn %d of %s", i, order).isNotEqualTo(order.get(i - 1));
      }
      assertThat(networks.get(0).bytesRead()).as("the third node").isLessThan(4L * SIZE);
      long moved = networks.get(1).bytesRead() + networks.get(2).bytesRead();
      assertThat(moved).as("each version once").isLessThan(3L * TURNS * SIZE);
    } finally {
      nodes.forEach(Sluice::close);
    }
  }

  /** A reader that requests its next turn while it reads lets a writer in that waits. */
  @Test
  @SuppressWarnings("try") // closed in the middle, to let the writer in
  void aReaderThatReadsAgainIsBehindAWriterThatWaits() throws Exception {
    try (var one = Sluice.join("turns-of-a-reader");
        var two = Sluice.join("turns-of-a-reader")) {
      var writing = one.data("row").size(SIZE).open();
      var reading = two.data("row").size(SIZE).open();
      try (var view = reading.requestRead().acquire(PATIENCE);
          var turn = writing.requestWrite();
          var beside = reading.requestRead();
          var next = view.again()) {
        await().until(() -> beside.state() == Pending.State.READY);
        assertThat(next.state()).isEqualTo(Pending.State.WAITING);
        beside.close();
        view.close();
        await().until(() -> turn.state() == Pending.State.READY);
        assertThat(next.state()).isEqualTo(Pending.State.WAITING);
        try (var write = turn.acquire(PATIENCE)) {
          write.segment().set(JAVA_LONG, 0, 7);
          write.commit();
        }
        try (var later = next.acquire(PATIENCE)) {
          assertThat(later.segment().get(JAVA_LONG, 0)).isEqualTo(7);
        }
      }
    }
  }

  private static void turns(
      DataHandle handle, int node, CountDownLatch begun, List<Integer> order) {
    try {
      var turn = handle.requestWrite();
      begun.countDown();
      begun.await();
      for (int i = 0; i < TURNS; i++) {
        try (var view = turn.acquire(PATIENCE)) {
          order.add(node);
          for (long word = 0; word < SIZE / 8; word++) {
            view.segment().setAtIndex(JAVA_LONG, word, word * 31 + order.size());
          }
          if (i < TURNS - 1) {
            turn = view.again();
          }
          view.commit();
        }
      }
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
