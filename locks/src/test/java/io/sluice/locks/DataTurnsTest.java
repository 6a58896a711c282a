package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that take turns with {@code again()}. */
@Timeout(120)
class DataTurnsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SIZE = 500_000;
  private static final int TURNS = 40;
  private static final int SMALL = 1_000;
  private static final int MANY_TURNS = 500;

  /**
   * Two of three nodes take turns: strictly one after the other, once each knows that the other
   * does too. The one that waits keeps the second copy, so that the third node gets no bytes then
   * and each version travels once.
   */
  @Test
  void thoseThatTakeTurnsAlternateAndKeepEachOthersCopies() throws Exception {
    String cluster = ClusterNames.of(DataTurnsTest.class, "turns");
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
      var threads = new ArrayList<Thread>();
      for (int node : List.of(1, 2)) {
        var handle = nodes.get(node).data("grid").size(SIZE).open();
        threads.add(Thread.startVirtualThread(() -> turns(handle, node, order)));
      }
      for (var thread : threads) {
        thread.join();
      }
      int from = secondChange(order);
      for (int i = from; i < order.size(); i++) {
        assertThat(order.get(i)).as("turn %d of %s", i, order).isNotEqualTo(order.get(i - 1));
      }
      assertThat(order).hasSizeGreaterThanOrEqualTo(from + TURNS);
      long spare = 4L * SIZE;
      assertThat(networks.get(0).bytesRead())
          .as("the third node, of %s", order)
          .isLessThan(spare + (long) from * SIZE);
      long moved = networks.get(1).bytesRead() + networks.get(2).bytesRead();
      assertThat(moved)
          .as("each version once, of %s", order)
          .isLessThan(spare + (2L * from + (order.size() - from)) * SIZE);
    } finally {
      nodes.forEach(Sluice::close);
    }
  }

  /**
   * A writer and a reader in two nodes request their next turns in time: the reader sees every
   * version once, although neither computes between its turns.
   */
  @Test
  void aReaderThatTakesTurnsWithAWriterMissesNoVersion() throws Exception {
    String cluster = ClusterNames.of(DataTurnsTest.class, "reader");
    try (var one = Sluice.named(cluster).over(Tcp.loopback()).join();
        var two = Sluice.named(cluster).over(Tcp.loopback()).join()) {
      await()
          .atMost(PATIENCE)
          .until(() -> one.view().members().size() + two.view().members().size() == 4);
      var writing = one.data("row").size(SMALL).open();
      var reading = two.data("row").size(SMALL).open();
      var seen = new ArrayList<Long>();
      var reader = Thread.startVirtualThread(() -> readUntilTheEnd(reading, seen));
      var turn = writing.requestWrite();
      for (long number = 1; number <= MANY_TURNS; number++) {
        try (var view = turn.acquire(PATIENCE)) {
          turn = view.again();
          view.segment().set(JAVA_LONG, 0, number);
          view.commit();
        }
      }
      turn.close();
      reader.join();

      // Until each has heard that the other one waits, a version may be missed or read again.
      int from = seen.indexOf(seen.stream().filter(each -> each > 10).findFirst().orElseThrow());
      for (int i = from + 1; i < seen.size(); i++) {
        assertThat(seen.get(i)).as("of %s", seen).isEqualTo(seen.get(i - 1) + 1);
      }
    }
  }

  private static void readUntilTheEnd(DataHandle handle, List<Long> seen) {
    try {
      var turn = handle.requestRead();
      while (seen.isEmpty() || seen.getLast() < MANY_TURNS) {
        try (var view = turn.acquire(PATIENCE)) {
          seen.add(view.segment().get(JAVA_LONG, 0));
          turn = view.again();
        }
      }
      turn.close();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
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

  /**
   * The first turn after the data has changed hands twice, or the number of turns if it never did.
   * Until the first change a node may not have heard that the other one waits, and until the second
   * the other one may not have heard that the first one waits again.
   */
  private static int secondChange(List<Integer> order) {
    int changes = 0;
    for (int i = 1; i < order.size(); i++) {
      changes += order.get(i).equals(order.get(i - 1)) ? 0 : 1;
      if (changes == 2) {
        return i + 1;
      }
    }
    return order.size();
  }

  /** Takes turns until the data has changed hands and been written often enough since. */
  private static void turns(DataHandle handle, int node, List<Integer> order) {
    try {
      var turn = handle.requestWrite();
      boolean goesOn = true;
      while (goesOn) {
        try (var view = turn.acquire(PATIENCE)) {
          order.add(node);
          for (long word = 0; word < SIZE / 8; word++) {
            view.segment().setAtIndex(JAVA_LONG, word, word * 31 + order.size());
          }
          goesOn = order.size() < secondChange(order) + TURNS;
          if (goesOn) {
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
