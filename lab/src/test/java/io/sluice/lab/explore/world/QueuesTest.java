package io.sluice.lab.explore.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Scope.Channels;
import org.junit.jupiter.api.Test;

class QueuesTest {

  private static int queue(Queues queues, int... messages) {
    int queue = Queues.EMPTY;
    for (int message : messages) {
      queue = queues.appended(queue, message);
    }
    return queue;
  }

  @Test
  void theOrderOfSendingCountsOnlyWhereItIsKept() {
    var fifo = new Queues(Channels.FIFO);
    assertThat(queue(fifo, 7, 8)).isNotEqualTo(queue(fifo, 8, 7));
    assertThat(fifo.value(queue(fifo, 8, 7))).containsExactly(8, 7);
    var unordered = new Queues(Channels.UNORDERED);
    assertThat(queue(unordered, 7, 8)).isEqualTo(queue(unordered, 8, 7));
    int replaced = unordered.replaced(queue(unordered, 7, 8), message -> 15 - message);
    assertThat(replaced).isEqualTo(queue(unordered, 7, 8));
  }

  @Test
  void whatIsTakenAwayIsTheOneAtThatPlace() {
    var queues = new Queues(Channels.FIFO);
    // The same message twice, and numbers that are places too.
    int queue = queue(queues, 1, 0, 1);
    assertThat(queues.value(queues.without(queue, 0))).containsExactly(0, 1);
    assertThat(queues.value(queues.without(queue, 1))).containsExactly(1, 1);
    assertThat(queues.without(queue(queues, 5), 0)).isEqualTo(Queues.EMPTY);
  }

  @Test
  void memoryIsCountedForEachListHoweverItCameAboutAndOnce() {
    var queues = new Queues(Channels.FIFO);
    assertThat(queues.bytes()).isZero();
    int queue = queue(queues, 1, 2); // [1] and [1, 2]
    long message = queues.bytes() / 3;
    assertThat(message).isPositive();
    var _ = queues.without(queue, 0); // [2]
    assertThat(queues.bytes()).isEqualTo(4 * message);
    var _ = queues.replaced(queue, each -> each + 10); // [11, 12]
    assertThat(queues.bytes()).isEqualTo(6 * message);
    var _ = queues.without(queue, 1); // [1], known
    assertThat(queues.bytes()).isEqualTo(6 * message);
  }
}
