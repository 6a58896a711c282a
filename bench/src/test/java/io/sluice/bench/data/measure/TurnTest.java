package io.sluice.bench.data.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.report.Range;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TurnTest {

  @Test
  void aHandOverEndsWhenTheProcessThatWaitedHasSeenAll() {
    var turns =
        Stream.of(
            new Turn(0, 0, 10, 1_000_000_000, true),
            new Turn(1, 5, 3_000_000_000L, 4_000_000_000L, true));

    assertThat(Turn.handOvers(turns)).containsExactly(2.0);
  }

  @Test
  void turnsThatNobodyWaitedForDoNotCount() {
    var sameProcess = Stream.of(new Turn(0, 0, 1, 2, true), new Turn(0, 1, 3, 4, true));
    var askedLater = Stream.of(new Turn(0, 0, 1, 2, true), new Turn(1, 3, 4, 5, true));
    var afterReader = Stream.of(new Turn(0, 0, 1, 2, false), new Turn(1, 1, 4, 5, true));

    assertThat(Turn.handOvers(sameProcess)).isEmpty();
    assertThat(Turn.handOvers(askedLater)).isEmpty();
    assertThat(Turn.handOvers(afterReader)).isEmpty();
  }

  @Test
  void wordsAreReadAsTheyWereWritten() {
    var turn = new Turn(1, 2, 3, 4, true);

    assertThat(Turn.of(1, List.of(turn.words()))).containsExactly(turn);
  }

  @Test
  void ratiosAreTakenRoundByRound() {
    assertThat(Range.ratio(List.of(2.0, 9.0, 4.0), List.of(1.0, 3.0, 1.0)))
        .isEqualTo(new Range(2, 3, 4));
  }
}
