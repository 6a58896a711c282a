package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.StreamModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keyed and stateless instances that duplicate and delete themselves in any order while records
 * pass, with data and control on channels of their own. The counts are pinned: a change of meaning
 * shows.
 */
class KeyedScalingTest {

  /** Two operators that send to a third. */
  static final Layout FAN_IN =
      Layout.graph(
          List.of("a", "b", "c"), List.of(ProcessSet.of(2), ProcessSet.of(2), ProcessSet.of(0, 1)));

  /** An operator that sends to two others; each gets every record. */
  static final Layout FAN_OUT =
      Layout.graph(
          List.of("a", "b", "c"), List.of(ProcessSet.of(1, 2), ProcessSet.of(0), ProcessSet.of(0)));

  private static final Layout DIAMOND = ScalingTest.DIAMOND;

  /** How often each thing happens, at any moment. */
  record Orders(
      int duplications, int twins, int deletions, int records, int copies, int resumptions) {

    Orders(int duplications, int twins, int deletions, int records) {
      this(duplications, twins, deletions, records, 0, 0);
    }

    Map<String, Integer> byName() {
      var all =
          new HashMap<>(
              Map.of(
                  "duplicate",
                  duplications,
                  "twins",
                  twins,
                  "delete",
                  deletions,
                  "record",
                  records));
      if (copies > 0) {
        all.put("copy", copies);
        all.put("resume", resumptions);
      }
      return all;
    }
  }

  static <S, M> Scope<S, M> scope(Algorithm<S, M> algorithm, Layout founders, Orders orders) {
    int born = orders.duplications + 2 * orders.twins;
    return Scope.of(algorithm, founders.plusPool(born), 1).withOrders(orders.byName());
  }

  private static Arguments of(
      String name, Layout founders, int d, int twins, int x, int records, long worlds) {
    return Arguments.of("scaling-keyed" + name, founders, new Orders(d, twins, x, records), worlds);
  }

  static Stream<Arguments> sound() {
    return Stream.of(
        of("", Layout.groups(1, 1), 1, 0, 0, 2, 617),
        of(":apart", Layout.groups(1, 1), 1, 0, 0, 2, 611),
        of(":apart", Layout.groups(1, 2), 0, 0, 1, 2, 570),
        of(":apart", Layout.groups(1, 2), 1, 0, 1, 2, 16_586),
        of("", Layout.groups(1, 2), 1, 0, 1, 2, 20_863),
        of(":keyed=1+2", Layout.groups(1, 1, 1), 1, 0, 0, 2, 2_993),
        of(":apart", Layout.groups(2, 1), 1, 0, 0, 2, 4_457),
        of(":keyed=1+2:groups=3", FAN_OUT, 2, 0, 0, 1, 27_330),
        of(":apart:groups=3", Layout.groups(1, 1), 2, 0, 0, 2, 35_428),
        of(":groups=3", Layout.groups(1, 1), 0, 1, 0, 2, 2_678),
        of(":groups=3", Layout.groups(1, 1), 0, 1, 1, 1, 2_199),
        of(":groups=3", Layout.groups(1, 3), 0, 0, 2, 2, 18_570),
        of(":apart", Layout.groups(2, 2), 0, 0, 2, 2, 57_800),
        of(":apart", Layout.groups(1, 1, 1), 1, 0, 0, 2, 2_714),
        of("", Layout.groups(1, 2, 1), 1, 0, 1, 1, 26_853),
        of("", Layout.groups(1, 1, 2), 1, 0, 1, 1, 9_996),
        of(":keyed=2:groups=3", FAN_IN, 2, 0, 0, 1, 60_951),
        of(":keyed=2", FAN_IN, 1, 0, 1, 2, 43_163),
        of(":keyed=1+2", FAN_OUT, 1, 0, 1, 2, 15_379),
        of(":keyed=3", DIAMOND, 1, 0, 1, 1, 20_104),
        of(":keyed=1+2+3", DIAMOND, 1, 0, 1, 1, 23_420),
        of(":keyed=1+2", Layout.groups(1, 2, 1), 0, 0, 1, 2, 3_395),
        of(":keyed=1+2", Layout.groups(1, 2, 1), 1, 0, 1, 1, 47_718),
        of(":stateless", Layout.groups(2, 2), 1, 0, 2, 0, 55_776),
        of(":stateless", Layout.groups(2, 2), 0, 0, 2, 1, 7_626),
        of(":stateless", Layout.groups(1, 2, 1), 1, 0, 1, 1, 19_847),
        of(":stateless", DIAMOND, 1, 0, 1, 1, 9_233),
        // Sources whose groups are the partitions that they read.
        of(":keyed=0", Layout.groups(1, 1), 1, 0, 0, 2, 492),
        of(":keyed=0+1", Layout.groups(1, 1), 1, 0, 0, 2, 631),
        of(":keyed=0+1", Layout.groups(2, 1), 0, 0, 1, 2, 457),
        of(":keyed=0+1", Layout.groups(1, 1), 1, 0, 1, 2, 1_974),
        of(":keyed=0+1", Layout.groups(2, 1), 1, 0, 1, 1, 6_946),
        of(":keyed=0+1:groups=3", Layout.groups(1, 1), 0, 1, 1, 1, 3_147),
        of(":keyed=0+2", FAN_IN, 1, 0, 1, 1, 3_564));
  }

  private static Arguments copying(
      String name, Layout founders, int d, int x, int records, int copies, int crashes, long n) {
    var orders = new Orders(d, 0, x, records, copies, crashes);
    return Arguments.of("scaling-keyed" + name + ":ahead", founders, orders, n);
  }

  /** State is copied ahead, again, and for nothing; the instance that copies it crashes. */
  static Stream<Arguments> copiedAhead() {
    return Stream.of(
        copying("", Layout.groups(1, 1), 1, 0, 2, 1, 1, 3_736),
        copying("", Layout.groups(1, 1), 1, 0, 2, 2, 1, 11_523),
        copying("", Layout.groups(1, 2), 1, 1, 1, 1, 1, 12_924),
        copying("", Layout.groups(2, 1), 1, 0, 2, 1, 1, 38_724),
        copying(":keyed=1+2", Layout.groups(1, 1, 1), 1, 0, 2, 1, 1, 32_567),
        copying(":keyed=0+1", Layout.groups(1, 1), 1, 1, 1, 1, 1, 3_459));
  }

  @ParameterizedTest
  @MethodSource
  void copiedAhead(String name, Layout founders, Orders orders, long worlds) {
    sound(name, founders, orders, worlds);
  }

  @ParameterizedTest
  @MethodSource
  void sound(String name, Layout founders, Orders orders, long worlds) {
    var scope = scope(StreamModel.find(name).orElseThrow(), founders, orders);
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource
  void largeSound(String name, Layout founders, Orders orders, long worlds) {
    sound(name, founders, orders, worlds);
  }

  static Stream<Arguments> largeSound() {
    return Stream.of(
        of(":keyed=3", DIAMOND, 1, 0, 0, 2, 111_346),
        of(":groups=3", Layout.groups(1, 1), 2, 0, 2, 1, 287_866),
        of(":groups=3", Layout.groups(1, 3), 1, 0, 2, 1, 358_804),
        of("", Layout.groups(2, 1), 1, 0, 1, 2, 103_667),
        of("", Layout.groups(1, 2, 1), 1, 0, 1, 2, 282_184),
        of(":keyed=1+2", FAN_OUT, 2, 0, 1, 1, 208_636),
        of(":keyed=3", DIAMOND, 2, 0, 0, 1, 510_502),
        of(":keyed=1+2", Layout.groups(1, 2, 2), 0, 0, 2, 1, 91_364),
        of(":groups=3", Layout.groups(2, 2), 2, 0, 1, 0, 1_609_465),
        of(":keyed=1+2", Layout.groups(1, 2, 2), 1, 0, 1, 1, 122_358));
  }

  /** The first record of a newborn overtakes the last of its parent at the next operator. */
  @Test
  void withAnInboxForEachSenderKeysOvertakeEachOther() {
    var algorithm = StreamModel.find("scaling-keyed:keyed=1+2:apart").orElseThrow();
    var scope = scope(algorithm, Layout.groups(1, 1, 1), new Orders(1, 0, 0, 2));
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).isEqualTo("invariant:key-order");
    assertThat(result.trace()).isPresent();
  }
}
