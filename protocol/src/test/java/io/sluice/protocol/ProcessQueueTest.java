package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessQueueTest {

  @Test
  void servesInTheOrderOfArrival() {
    var queue = ProcessQueue.EMPTY.plus(7).plus(999_999).plus(2);
    assertThat(queue.first()).isEqualTo(7);
    assertThat(queue.rest()).isEqualTo(new ProcessQueue(List.of(999_999, 2)));
    assertThat(queue.rest().rest().rest()).isEqualTo(ProcessQueue.EMPTY);
    assertThat(queue.contains(999_999)).isTrue();
    assertThat(queue.rest().contains(7)).isFalse();
  }

  @Test
  void othersComeAfterItsOwn() {
    var queue = ProcessQueue.EMPTY.plus(3).plus(1);
    assertThat(queue.last()).isEqualTo(1);
    assertThat(queue.plus(ProcessQueue.EMPTY.plus(2).plus(0)).nodes()).containsExactly(3, 1, 2, 0);
    assertThat(queue.plus(ProcessQueue.EMPTY)).isEqualTo(queue);
    assertThat(ProcessQueue.EMPTY.plus(queue)).isEqualTo(queue);
  }

  @Test
  void neverChanges() {
    var queue = ProcessQueue.EMPTY.plus(1);
    assertThat(queue.plus(2)).isNotEqualTo(queue);
    assertThat(queue.nodes()).containsExactly(1);
    assertThat(ProcessQueue.EMPTY.isEmpty()).isTrue();
  }
}
