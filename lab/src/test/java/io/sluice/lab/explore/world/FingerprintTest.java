package io.sluice.lab.explore.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fingerprints collide as often as random numbers would. */
class FingerprintTest {

  @Test
  void theProbabilityOfACollisionIsThatOfRandomNumbers() {
    assertThat(Fingerprint.collision(1, 1)).isZero();
    assertThat(Fingerprint.collision(1_000_000, 1)).isEqualTo(2.71e-8, within(1e-10));
    assertThat(Fingerprint.collision(1_000_000_000, 1)).isEqualTo(0.02674, within(1e-5));
    assertThat(Fingerprint.collision(1L << 40, 1)).isEqualTo(1.0, within(1e-9));
    assertThat(Fingerprint.collision(1_000_000, 4) / Fingerprint.collision(1_000_000, 1))
        .as("the least of four")
        .isEqualTo(16.0 / 7, within(1e-6));
  }

  static Stream<Scope<?, ?>> scopes() {
    return Stream.of(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 3),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 2).withoutFences().withSymmetry());
  }

  /** Of each fingerprint as few bits as make collisions likely: any that are next to each other. */
  @ParameterizedTest
  @MethodSource("scopes")
  <S, M> void partsOfFingerprintsCollideAsOftenAsRandomNumbers(Scope<S, M> scope) {
    long[] fingerprints = fingerprints(scope);
    int bits = 2 * (Long.SIZE - Long.numberOfLeadingZeros(fingerprints.length)) - 8;
    double expected = 0.5 * fingerprints.length * (fingerprints.length - 1.0) / Math.pow(2, bits);
    for (int shift = 0; shift + bits <= 56; shift += 8) {
      int lowest = shift;
      long[] parts =
          Arrays.stream(fingerprints)
              .map(each -> each >>> lowest & ((1L << bits) - 1))
              .sorted()
              .toArray();
      assertThat((double) pairs(parts))
          .as("bits %d to %d of %,d worlds", lowest, lowest + bits, parts.length)
          .isEqualTo(expected, within(6 * Math.sqrt(expected)));
    }
  }

  private static long pairs(long[] sorted) {
    long pairs = 0;
    for (int at = 0, run = 0; at < sorted.length; at++) {
      run = at > 0 && sorted[at] == sorted[at - 1] ? run + 1 : 0;
      pairs += run;
    }
    return pairs;
  }

  /** Of all worlds, up to a number. */
  private static <S, M> long[] fingerprints(Scope<S, M> scope) {
    var memo = new Memo<>(new Dictionary<>(scope));
    var cursor = new Cursor<>(scope, memo, Canonical.of(scope, memo));
    Set<Long> seen = new HashSet<>();
    var worlds = Cursor.frontier(scope);
    var moves = new IntList();
    cursor.loadInitial();
    seen.add(cursor.fingerprint());
    worlds.add(cursor.vector(), cursor.fingerprint(), 0);
    for (int world = 0; world < worlds.size() && seen.size() < 40_000; world++) {
      cursor.load(worlds, world);
      moves.clear();
      cursor.moves(moves);
      for (int k = 0; k < moves.size(); k++) {
        cursor.load(worlds, world);
        cursor.apply(moves.get(k));
        if (seen.add(cursor.fingerprint())) {
          worlds.add(cursor.vector(), cursor.fingerprint(), 0);
        }
      }
    }
    assertThat(seen.size()).isGreaterThan(5_000);
    return seen.stream().mapToLong(Long::longValue).toArray();
  }
}
