package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Invariant;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The classic protocols of mutual exclusion: exclusion, no deadlock, progress, rising fences and
 * their own invariants, one token among them. The counts are pinned: a change of meaning shows.
 */
class ClassicsTest {

  private static final Faults ONE_CRASH = new Faults(1, 0, 0);

  private static Arguments ok(Algorithm<?, ?> algorithm, int nodes, int entries, long worlds) {
    return Arguments.of(Scope.of(algorithm, Layout.plain(nodes), entries), worlds);
  }

  private static Arguments unordered(Algorithm<?, ?> algorithm, int entries, long worlds) {
    return Arguments.of(Scope.of(algorithm, Layout.plain(3), entries).with(UNORDERED), worlds);
  }

  private static Arguments crashing(int entries, Faults faults, long worlds) {
    var scope = Scope.of(RicartAgrawalaCrash.ALGORITHM, Layout.plain(3), entries);
    return Arguments.of(scope.with(faults), worlds);
  }

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  private static void holds(Scope<?, ?> scope, long worlds) {
    var result = search(scope);
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> bounded() {
    return Stream.of(
        ok(Lamport.ALGORITHM, 2, 3, 711),
        ok(Lamport.ALGORITHM, 3, 2, 234_860),
        ok(SuzukiKasami.ALGORITHM, 3, 2, 17_956),
        ok(SuzukiKasami.ALGORITHM, 3, 3, 332_128),
        ok(SuzukiKasami.ALGORITHM, 4, 1, 82_443),
        ok(Raymond.ALGORITHM, 3, 2, 2_022),
        ok(Raymond.ALGORITHM, 4, 1, 1_123),
        ok(Raymond.ALGORITHM, 4, 2, 72_813),
        ok(Raymond.ALGORITHM, 5, 1, 8_762),
        ok(NaimiTrehel.ALGORITHM, 3, 2, 2_314),
        ok(NaimiTrehel.ALGORITHM, 4, 1, 1_386),
        ok(NaimiTrehel.ALGORITHM, 4, 2, 105_070),
        ok(NaimiTrehel.ALGORITHM, 5, 1, 14_536),
        ok(TokenQueue.ALGORITHM, 3, 2, 13_210),
        ok(TokenQueue.ALGORITHM, 4, 1, 2_928),
        ok(TokenQueue.ALGORITHM, 5, 1, 38_440),
        ok(TokenQueue.withCaution(0), 3, 2, 4_840),
        ok(TokenQueue.withCaution(0), 3, 3, 41_296),
        ok(TokenQueue.withCaution(0), 4, 1, 2_718),
        ok(TokenQueue.withCaution(0), 4, 2, 282_724),
        ok(TokenQueue.withCaution(0), 5, 1, 30_608),
        ok(TokenQueue.withCaution(1), 3, 3, 188_428),
        ok(RicartAgrawalaCarvalho.ALGORITHM, 3, 2, 12_617),
        ok(RicartAgrawalaCarvalho.ALGORITHM, 3, 3, 82_443),
        ok(RicartAgrawalaCarvalho.ALGORITHM, 4, 1, 1_411_230),
        ok(RicartAgrawalaCrash.ALGORITHM, 3, 2, 25_489),
        ok(RicartAgrawalaCrash.ALGORITHM, 4, 1, 1_402_022));
  }

  @ParameterizedTest
  @MethodSource
  void bounded(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  @Tag("long")
  @Test
  void fourNodesOfLamport() {
    holds(Scope.of(Lamport.ALGORITHM, Layout.plain(4), 1), 12_941_806);
  }

  static Stream<Arguments> unbounded() {
    return Stream.of(
        ok(Lamport.ALGORITHM, 3, UNBOUNDED, 67_643),
        ok(SuzukiKasami.ALGORITHM, 2, UNBOUNDED, 20),
        ok(Raymond.ALGORITHM, 3, UNBOUNDED, 86),
        ok(Raymond.ALGORITHM, 5, UNBOUNDED, 2_760),
        ok(Raymond.onTreesOf(1), 4, UNBOUNDED, 486),
        ok(Raymond.onTreesOf(3), 4, UNBOUNDED, 514),
        ok(NaimiTrehel.ALGORITHM, 3, UNBOUNDED, 282),
        ok(NaimiTrehel.ALGORITHM, 4, UNBOUNDED, 9_352),
        ok(TokenQueue.ALGORITHM, 3, UNBOUNDED, 207_948),
        ok(TokenQueue.withCaution(0), 4, UNBOUNDED, 20_608),
        ok(TokenQueue.withCaution(1), 4, UNBOUNDED, 204_424),
        ok(RicartAgrawalaCarvalho.ALGORITHM, 3, UNBOUNDED, 7_609),
        ok(RicartAgrawalaCrash.ALGORITHM, 3, UNBOUNDED, 4_060));
  }

  /** Clients that never stop asking: starvation-freedom is judged too. */
  @ParameterizedTest
  @MethodSource
  void unbounded(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  static Stream<Arguments> anyOrder() {
    return Stream.of(
        unordered(SuzukiKasami.ALGORITHM, 2, 74_923),
        unordered(Raymond.ALGORITHM, 2, 2_278),
        unordered(NaimiTrehel.ALGORITHM, 2, 2_412),
        unordered(TokenQueue.ALGORITHM, 2, 14_458),
        unordered(TokenQueue.withCaution(0), 2, 5_404),
        unordered(TokenQueue.withCaution(1), UNBOUNDED, 4_020),
        unordered(RicartAgrawalaCarvalho.ALGORITHM, 3, 132_363),
        unordered(RicartAgrawalaCarvalho.ALGORITHM, UNBOUNDED, 6_643),
        unordered(RicartAgrawalaCrash.ALGORITHM, 2, 36_883));
  }

  /** All but Lamport's need no order in the channels. */
  @ParameterizedTest
  @MethodSource
  void anyOrder(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  static Stream<Arguments> crashes() {
    return Stream.of(
        crashing(1, ONE_CRASH, 8_809),
        crashing(2, ONE_CRASH, 81_344),
        crashing(1, new Faults(2, 0, 0), 9_948),
        crashing(UNBOUNDED, ONE_CRASH, 20_198));
  }

  /** Any process may crash at any moment, inside or not, and the others go on. */
  @ParameterizedTest
  @MethodSource
  void crashes(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  @Test
  void lamportNeedsOrder() {
    var scope = Scope.of(Lamport.ALGORITHM, Layout.plain(3), 1).with(UNORDERED);
    assertThat(search(scope).verdict()).isEqualTo(new Verdict.Exclusion());
  }

  @Test
  void withoutAFailureDetectorACrashBlocks() {
    var scope = Scope.of(RicartAgrawalaCarvalho.ALGORITHM, Layout.plain(3), 1).with(ONE_CRASH);
    assertThat(search(scope).verdict()).isEqualTo(new Verdict.Deadlock());
  }

  static Stream<Algorithm<?, ?>> tokens() {
    return Stream.of(
        SuzukiKasami.ALGORITHM, Raymond.ALGORITHM, NaimiTrehel.ALGORITHM, TokenQueue.ALGORITHM);
  }

  /** The invariant is not empty: it misses a token that is lost, and minds a copy. */
  @ParameterizedTest
  @MethodSource("tokens")
  void oneTokenAndNotTwoOrNone(Algorithm<?, ?> algorithm) {
    var scope = Scope.of(judgedByTheTokenAlone(algorithm), Layout.plain(3), 1).withoutFences();
    assertThat(search(scope.with(new Faults(0, 1, 0))).verdict())
        .isEqualTo(new Verdict.Broken("one-token"));
    assertThat(search(scope.with(new Faults(0, 0, 1))).verdict())
        .isEqualTo(new Verdict.Broken("one-token"));
  }

  private static <S, M> Algorithm<S, M> judgedByTheTokenAlone(Algorithm<S, M> algorithm) {
    var builder = Algorithm.of(algorithm.name(), algorithm.family(), algorithm.maker()).fenced();
    for (var invariant : algorithm.invariants()) {
      if (invariant instanceof Invariant.OfWorld<S, M>(var name, var holds)
          && name.equals("one-token")) {
        builder.invariant(name, holds);
      }
    }
    return builder.build();
  }

  static Stream<Arguments> symmetric() {
    return Stream.of(
        ok(NaimiTrehel.ALGORITHM, 5, 1, 699),
        ok(TokenQueue.ALGORITHM, 5, 1, 1_750),
        ok(TokenQueue.ALGORITHM, 6, 1, 5_369),
        ok(TokenQueue.withCaution(0), 4, 2, 47_256));
  }

  /** All but the first root may be exchanged. */
  @ParameterizedTest
  @MethodSource
  void symmetric(Scope<?, ?> scope, long worlds) {
    holds(scope.withSymmetry(), worlds);
  }
}
