package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.group.Forks;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Forks whose clients give up, whose members crash, join and leave, at any moment. The counts are
 * pinned: a change of meaning shows.
 */
class ForksMembershipTest {

  private static final Churn A_JOIN = new Churn(1, 0, 0);
  private static final Churn A_LEAVE = new Churn(0, 1, 0);
  private static final Churn A_WITHDRAWAL = new Churn(0, 0, 1);
  private static final Faults A_CRASH = new Faults(1, 0, 0);

  private static final Layout TWO_ONE = Layout.groups(2, 1);
  private static final Layout ONE_TWO = Layout.groups(1, 2);
  private static final Layout PIPELINE = Layout.groups(1, 1, 1);

  private static Scope<?, ?> scope(Layout layout, int entries) {
    return Scope.of(Forks.ALGORITHM, layout, entries);
  }

  private static void passes(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> withdrawals() {
    return Stream.of(
        Arguments.of(TWO_ONE, 1, 1, 862),
        Arguments.of(ONE_TWO, 1, 1, 561),
        Arguments.of(PIPELINE, 1, 1, 767),
        Arguments.of(TWO_ONE, 2, 1, 37_572),
        Arguments.of(ONE_TWO, 2, 1, 23_174),
        Arguments.of(PIPELINE, 2, 1, 35_106),
        Arguments.of(TWO_ONE, 2, 2, 114_201),
        Arguments.of(TWO_ONE, UNBOUNDED, 2, 153_571),
        Arguments.of(ONE_TWO, UNBOUNDED, 2, 161_347),
        Arguments.of(PIPELINE, UNBOUNDED, 2, 157_520));
  }

  /** The withdrawal races the grant, and the next request of the same client races both. */
  @ParameterizedTest
  @MethodSource
  void withdrawals(Layout layout, int entries, int withdrawals, long worlds) {
    passes(scope(layout, entries).with(new Churn(0, 0, withdrawals)), worlds);
  }

  static Stream<Arguments> crashes() {
    return Stream.of(
        Arguments.of(TWO_ONE, 1, 3_955),
        Arguments.of(ONE_TWO, 1, 2_196),
        Arguments.of(PIPELINE, 1, 3_423),
        Arguments.of(TWO_ONE, 2, 62_006),
        Arguments.of(ONE_TWO, 2, 43_688),
        Arguments.of(PIPELINE, 2, 63_849),
        Arguments.of(TWO_ONE, UNBOUNDED, 5_774),
        Arguments.of(ONE_TWO, UNBOUNDED, 6_658),
        Arguments.of(PIPELINE, UNBOUNDED, 6_216));
  }

  @ParameterizedTest
  @MethodSource
  void crashes(Layout layout, int entries, long worlds) {
    passes(scope(layout, entries).with(A_CRASH), worlds);
  }

  static Stream<Arguments> leaves() {
    return Stream.of(
        Arguments.of(TWO_ONE, 1, 8_349),
        Arguments.of(ONE_TWO, 1, 5_272),
        Arguments.of(PIPELINE, 1, 7_581),
        Arguments.of(TWO_ONE, 2, 150_939),
        Arguments.of(ONE_TWO, 2, 100_842),
        Arguments.of(PIPELINE, 2, 149_525),
        Arguments.of(TWO_ONE, UNBOUNDED, 13_533),
        Arguments.of(ONE_TWO, UNBOUNDED, 14_755),
        Arguments.of(PIPELINE, UNBOUNDED, 14_144));
  }

  /** The leaver is idle, waiting or inside when it is told. */
  @ParameterizedTest
  @MethodSource
  void leaves(Layout layout, int entries, long worlds) {
    passes(scope(layout, entries).with(A_LEAVE), worlds);
  }

  static Stream<Arguments> joins() {
    return Stream.of(
        Arguments.of(TWO_ONE, 0, 1, 1_273),
        Arguments.of(TWO_ONE, 2, 1, 610),
        Arguments.of(ONE_TWO, 0, 1, 610),
        Arguments.of(ONE_TWO, 2, 1, 1_224),
        Arguments.of(PIPELINE, 0, 1, 1_201),
        Arguments.of(PIPELINE, 1, 1, 610),
        Arguments.of(PIPELINE, 2, 1, 1_267),
        Arguments.of(TWO_ONE, 0, 2, 18_928),
        Arguments.of(TWO_ONE, 2, 2, 7_192),
        Arguments.of(ONE_TWO, 0, 2, 7_378),
        Arguments.of(ONE_TWO, 2, 2, 18_028),
        Arguments.of(PIPELINE, 1, 2, 7_289),
        Arguments.of(TWO_ONE, 0, UNBOUNDED, 1_378),
        Arguments.of(ONE_TWO, 2, UNBOUNDED, 1_502),
        Arguments.of(PIPELINE, 1, UNBOUNDED, 978));
  }

  /** A joiner in either group, introduced by a competitor or by one of its own group. */
  @ParameterizedTest
  @MethodSource
  void joins(Layout layout, int newcomer, int entries, long worlds) {
    var later = layout.withNewcomers(ProcessSet.of(newcomer));
    passes(scope(later, entries).with(A_JOIN), worlds);
  }

  @Test
  void twoWhoJoinAtOnceFindEachOther() {
    var rivals = Layout.groups(2, 2).withNewcomers(ProcessSet.of(1, 3));
    passes(scope(rivals, 1).with(new Churn(2, 0, 0)), 794_526);
    var friends = Layout.groups(1, 3).withNewcomers(ProcessSet.of(2, 3));
    passes(scope(friends, 1).with(new Churn(2, 0, 0)), 556_606);
  }

  static Stream<Arguments> everythingAtOnce() {
    return Stream.of(
        Arguments.of(ONE_TWO, 0, new Churn(1, 1, 0), Faults.NONE, 12_566),
        Arguments.of(TWO_ONE, 1, new Churn(1, 1, 0), Faults.NONE, 24_341),
        Arguments.of(ONE_TWO, 1, new Churn(1, 1, 1), Faults.NONE, 55_207),
        Arguments.of(Layout.plain(3), 1, new Churn(1, 1, 0), Faults.NONE, 77_921),
        Arguments.of(ONE_TWO, 1, A_JOIN, A_CRASH, 10_401),
        Arguments.of(TWO_ONE, 1, A_JOIN, A_CRASH, 11_309));
  }

  /** The introducer may leave or crash before it is asked. */
  @ParameterizedTest
  @MethodSource
  void everythingAtOnce(Layout layout, int newcomer, Churn churn, Faults faults, long worlds) {
    var later = layout.withNewcomers(ProcessSet.of(newcomer));
    passes(scope(later, 1).with(churn).with(faults), worlds);
  }

  @Test
  void leaversThatMeetLeaversAndTheDead() {
    passes(scope(ONE_TWO, 1).with(new Churn(0, 2, 0)), 50_254);
    passes(scope(TWO_ONE, 1).with(A_LEAVE).with(A_CRASH), 58_609);
    passes(scope(TWO_ONE, 1).with(A_WITHDRAWAL).with(A_CRASH), 9_381);
  }

  @Tag("long")
  @Test
  void twoJoinAndOneLeaves() {
    var later = Layout.groups(2, 2).withNewcomers(ProcessSet.of(1, 3));
    passes(scope(later, 1).with(new Churn(2, 1, 0)).withoutFences(), 20_394_235);
  }
}
