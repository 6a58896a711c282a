package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.AgrawalElAbbadi;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.VotingSets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Protocols in which a quorum votes: Maekawa's, without and with what keeps it from deadlock, and
 * Agrawal and El Abbadi's. The counts are pinned: a change of meaning shows.
 */
class QuorumsTest {

  private static final Algorithm<?, ?> BASIC = MaekawaBasic.ALGORITHM;
  private static final Algorithm<?, ?> BASIC_OF_SLIDES = MaekawaBasic.over(VotingSets::everyone);
  private static final Algorithm<?, ?> GRID = Maekawa.over(VotingSets::grid);
  private static final Algorithm<?, ?> EVERYONE = Maekawa.over(VotingSets::everyone);
  private static final Algorithm<?, ?> TREE = AgrawalElAbbadi.ALGORITHM;

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  private static void pin(Scope<?, ?> scope, long worlds) {
    var result = search(scope);
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> deadlocks() {
    return Stream.of(
        Arguments.of(BASIC_OF_SLIDES, 3, 9), Arguments.of(BASIC, 3, 7), Arguments.of(BASIC, 4, 12));
  }

  /** Each process asks, votes for itself, and waits for the others. */
  @ParameterizedTest
  @MethodSource
  void deadlocks(Algorithm<?, ?> algorithm, int nodes, int events) {
    var result = search(Scope.of(algorithm, Layout.plain(nodes), 1));
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    var trace = result.trace().orElseThrow();
    assertThat(trace.steps()).hasSize(events).noneMatch(TraceStep::granted);
    assertThat(trace.events()).filteredOn(Event.Ask.class::isInstance).hasSize(nodes);
  }

  static Stream<Arguments> bounded() {
    return Stream.of(
        Arguments.of(GRID, 3, 2, 34_454),
        Arguments.of(GRID, 4, 1, 271_286),
        Arguments.of(EVERYONE, 3, 1, 12_083),
        Arguments.of(EVERYONE, 3, 2, 646_945),
        Arguments.of(TREE, 3, 2, 13_635),
        Arguments.of(TREE, 4, 1, 124_042));
  }

  @ParameterizedTest
  @MethodSource
  void bounded(Algorithm<?, ?> algorithm, int nodes, int entries, long worlds) {
    pin(Scope.of(algorithm, Layout.plain(nodes), entries), worlds);
  }

  static Stream<Arguments> unbounded() {
    return Stream.of(
        Arguments.of(GRID, 2, 69),
        Arguments.of(GRID, 3, 12_350),
        Arguments.of(EVERYONE, 3, 95_719),
        Arguments.of(TREE, 3, 5_071));
  }

  /** Clients that never stop asking: starvation-freedom is judged too. */
  @ParameterizedTest
  @MethodSource
  void unbounded(Algorithm<?, ?> algorithm, int nodes, long worlds) {
    pin(Scope.of(algorithm, Layout.plain(nodes), UNBOUNDED), worlds);
  }

  static Stream<Arguments> crashes() {
    return Stream.of(
        Arguments.of(3, 1, 5_020), Arguments.of(3, 2, 159_471), Arguments.of(3, UNBOUNDED, 33_904));
  }

  /** Any process may crash at any moment, also inside: the others find another quorum. */
  @ParameterizedTest
  @MethodSource
  void crashes(int nodes, int entries, long worlds) {
    pin(Scope.of(TREE, Layout.plain(nodes), entries).with(new Faults(1, 0, 0)), worlds);
  }

  @Tag("long")
  @Test
  void aCrashAmongFour() {
    pin(Scope.of(TREE, Layout.plain(4), 1).with(new Faults(1, 0, 0)), 4_672_272);
  }

  @Tag("long")
  @Test
  void aTreeOfFourThatNeverStopAsking() {
    pin(Scope.of(TREE, Layout.plain(4), UNBOUNDED), 11_911_240);
  }

  @Test
  void withoutAQuorumThereIsNoWayIn() {
    var scope = Scope.of(TREE, Layout.plain(3), 1).with(new Faults(2, 0, 0));
    var result = search(scope);
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(result.trace().orElseThrow().events())
        .filteredOn(Event.Crash.class::isInstance)
        .hasSize(2);
  }

  @Test
  void maekawaToleratesNoCrashOfAMember() {
    var scope = Scope.of(Maekawa.ALGORITHM, Layout.plain(3), 1).with(new Faults(1, 0, 0));
    assertThat(search(scope).verdict()).isEqualTo(new Verdict.Deadlock());
  }

  @Test
  void withoutOrderVotesGetLost() {
    var scope = Scope.of(GRID, Layout.plain(3), 2).with(Channels.UNORDERED);
    assertThat(search(scope).verdict().isViolation()).isTrue();
  }
}
