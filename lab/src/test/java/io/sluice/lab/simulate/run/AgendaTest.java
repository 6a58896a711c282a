package io.sluice.lab.simulate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.lab.simulate.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgendaTest {

  private record Entry(long time, int number) {}

  /** Spreads from all at once to years apart, judged by the JDK's heap. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 64, 5_000, 20_000_000, 1L << 40, 1L << 58})
  void theEarliestIsFirstAndAmongEqualsTheOneScheduledFirst(long spread) {
    var agenda = new Agenda();
    var expected =
        new PriorityQueue<>(Comparator.comparingLong(Entry::time).thenComparingInt(Entry::number));
    var chance = new Chance(spread, 0);
    long now = 0;
    for (int i = 0; i < 30_000; i++) {
      // More is scheduled than taken at first, then less.
      if (expected.isEmpty() || chance.below(30_000) > i) {
        var entry = new Entry(now + chance.below(spread) / (1 + chance.below(9)), i);
        expected.add(entry);
        agenda.add(entry.time, i % 7, entry);
      } else {
        var next = expected.remove();
        int event = agenda.take();
        assertThat(agenda.what(event)).isEqualTo(next);
        assertThat(agenda.time(event)).isEqualTo(next.time);
        assertThat(agenda.process(event)).isEqualTo(next.number % 7);
        now = next.time;
      }
      assertThat(agenda.size()).isEqualTo(expected.size());
    }
  }

  @Test
  void everythingAheadCanBeLookedAt() {
    var agenda = new Agenda();
    for (int i = 0; i < 100; i++) {
      agenda.add(i % 10 * 1_000L, 0, i);
    }
    for (int i = 0; i < 20; i++) {
      agenda.take();
    }
    List<Object> ahead = new ArrayList<>();
    agenda.forEach(event -> ahead.add(agenda.what(event)));
    assertThat(ahead).hasSize(80).doesNotHaveDuplicates().doesNotContain(0, 1, 10, 11, 91);
    assertThat(ahead.indexOf(2)).isLessThan(ahead.indexOf(12));
  }

  @Test
  void nothingCanBeScheduledInThePastNorTakenFromNothing() {
    var agenda = new Agenda();
    assertThatIllegalStateException().isThrownBy(agenda::take);
    agenda.add(5, 0, "tea");
    agenda.take();
    assertThatIllegalArgumentException().isThrownBy(() -> agenda.add(4, 0, "breakfast"));
  }
}
