package io.sluice.bench.streams.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Gaps are times without a record, of all keys and of each. */
class GapsTest {

  private final Gaps gaps = new Gaps(2, 100);

  @Test
  void theLongestTimeBetweenRecordsCounts() {
    gaps.arrived(0, 110);
    gaps.arrived(1, 115);
    gaps.arrived(0, 140);
    gaps.arrived(1, 145);

    var round = gaps.next(146);
    assertThat(round.longest()).isEqualTo(25);
    assertThat(round.keys()).containsExactly(30L, 30L);
    assertThat(round.longestOfKeys()).isEqualTo(30);
  }

  @Test
  void aGapThatIsStillOpenCountsAsFarAsItGoes() {
    gaps.arrived(0, 101);
    gaps.arrived(1, 102);

    var round = gaps.next(202);
    assertThat(round.longest()).isEqualTo(100);
    assertThat(round.keys()).containsExactly(101L, 100L);
  }

  @Test
  void aRoundForgetsTheOneBeforeButNotWhenRecordsArrived() {
    gaps.arrived(0, 150);
    gaps.arrived(1, 150);
    gaps.next(151);
    gaps.arrived(1, 152);
    gaps.arrived(0, 160);

    var round = gaps.next(161);
    assertThat(round.longest()).isEqualTo(8);
    assertThat(round.keys()).containsExactly(10L, 9L);
  }
}
