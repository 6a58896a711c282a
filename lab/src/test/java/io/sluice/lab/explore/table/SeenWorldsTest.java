package io.sluice.lab.explore.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.world.Fingerprint;
import java.util.HashSet;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** All worlds seen are kept in a few bytes each. */
class SeenWorldsTest {

  private static final int MANY = 300_000;

  @Test
  void eachIsAddedOnce() {
    var seen = new SeenWorlds();
    var known = new HashSet<Long>();
    var random = new SplittableRandom(1);
    for (int k = 0; k < MANY; k++) {
      long key = Fingerprint.spread(random.nextInt(MANY));
      assertThat(seen.has(key)).isEqualTo(known.contains(key));
      assertThat(seen.add(key)).isEqualTo(known.add(key));
    }
    assertThat(known).hasSizeBetween(MANY / 2, MANY - 1).allMatch(seen::has);
    assertThat(seen.bytes())
        .isBetween(8L * known.size(), (long) SeenWorlds.MOST_BYTES * known.size());
  }

  /** All of them belong at the last place of a table, and begin at the first again. */
  @Test
  void neighboursLeaveEachOtherAlone() {
    var seen = new SeenWorlds();
    var keys = LongStream.range(-2_000, 0).boxed().toList();
    assertThat(keys).noneMatch(seen::has).allMatch(seen::add).allMatch(seen::has);
    assertThat(keys).noneMatch(seen::add);
    assertThat(seen.has(-2_001)).isFalse();
  }

  @Test
  void aKeyOfWhichNothingIsLeftIsOneToo() {
    var seen = new SeenWorlds();
    long key = 1L << (Long.SIZE - SeenWorlds.SEGMENT_BITS);
    assertThat(seen.has(key)).isFalse();
    assertThat(seen.add(key)).isTrue();
    assertThat(seen.add(key)).isFalse();
  }
}
