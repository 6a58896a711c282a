package io.sluice.lab.explore.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.world.Fingerprint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of a level and of all levels hold what was added to them, once. */
class LevelTableTest {

  private static final int WORLDS = 20_000;

  private static RandomGenerator random() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(7);
  }

  /** Keys of which some are equal, and many fall to the last places of a table. */
  private static long key(RandomGenerator random) {
    long key = random.nextInt(WORLDS) * 0x9e3779b97f4a7c15L;
    return random.nextInt(10) == 0 ? -1 - (key >>> 40) : Fingerprint.spread(key);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 300})
  void everyWorldIsSeenOnce(int parts) {
    var random = random();
    var table = new LevelTable(true);
    var seen = new SeenWorlds();
    var awake = new HashMap<Long, Long>();
    for (int k = 0; k < WORLDS; k++) {
      long key = key(random);
      long moves = 1L << random.nextInt(Long.SIZE);
      assertThat(table.add(key, moves)).isEqualTo(!awake.containsKey(key));
      awake.merge(key, moves, (one, other) -> one | other);
      if (awake.size() > table.limit()) {
        table.grow();
      }
    }
    awake.forEach((key, moves) -> assertThat(table.sleeping(key)).isEqualTo(~moves));
    assertThat(awake.keySet()).allMatch(table::has).noneMatch(seen::has);
    for (int part = 0; part < parts; part++) {
      assertThat(table.addTo(seen, _ -> {}, part, parts)).as("all are new").isTrue();
    }
    assertThat(awake.keySet()).allMatch(seen::has);
    assertThat(LongStream.range(1, WORLDS)).noneMatch(key -> table.has(key) || seen.has(key));
    assertThat(seen.bytes())
        .as("each of them once")
        .isBetween(7L * awake.size(), 24L * awake.size());
  }

  @Test
  void aWorldOfALevelBeforeIsKnown() {
    var table = new LevelTable(true);
    var seen = new SeenWorlds();
    assertThat(seen.add(42)).isTrue();
    table.add(41, 0);
    table.add(42, 0);
    assertThat(table.addTo(seen, _ -> {}, 0, 1)).isFalse();
    assertThat(seen.has(41)).isTrue();
  }

  @Test
  void whatIsClearedIsEmpty() {
    var table = new LevelTable(true);
    assertThat(table.add(42, 1)).isTrue();
    table.resize(10L * table.limit());
    table.clear(0, 2);
    table.clear(1, 2);
    assertThat(table.add(42, 2)).isTrue();
    assertThat(table.sleeping(42)).isEqualTo(~2L);
  }

  @Test
  void ofTwoWhoAddAWorldOneIsTheFirst() {
    var table = new LevelTable(true);
    table.resize(WORLDS);
    table.clear(0, 1);
    var random = random();
    long[] keys = IntStream.range(0, WORLDS).mapToLong(_ -> key(random)).toArray();
    var first = new AtomicInteger();
    IntStream.range(0, 4 * WORLDS)
        .parallel()
        .forEach(
            k -> {
              if (table.add(keys[k % WORLDS], 1L << (k / WORLDS))) {
                first.incrementAndGet();
              }
            });
    var different = new HashSet<Long>();
    for (long key : keys) {
      different.add(key);
      assertThat(table.sleeping(key)).isEqualTo(~15L);
    }
    assertThat(first).hasValue(different.size());
  }
}
