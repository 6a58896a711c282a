package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.membership.Founding;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clusters without a fixed first address, searched: whichever processes found one, and however many
 * do, no two clusters have leases at the same time. The counts are pinned.
 */
class FoundingTest {

  private static final Faults CRASH = new Faults(1, 0, 0);
  private static final Faults LOSS = new Faults(0, 1, 0);
  private static final Faults LOSS_AND_REPETITION = new Faults(0, 1, 1);
  private static final Faults PAUSE = new Faults(0, 0, 0, 1, 0);
  private static final Faults DELAY = new Faults(0, 0, 0, 0, 1);
  private static final Faults PAUSE_AND_DELAY = new Faults(0, 0, 0, 1, 1);
  private static final Faults CRASH_AND_PAUSE = new Faults(1, 0, 0, 1, 0);
  private static final Faults CRASH_AND_DELAYS = new Faults(1, 0, 0, 0, 2);
  private static final Faults CRASH_PAUSE_AND_DELAY = new Faults(1, 0, 0, 1, 1);

  private static final Layout TWO = Layout.plain(2);
  private static final Layout THREE = Layout.plain(3);
  private static final Layout TWO_AND_A_NEWCOMER = TWO.plusNewcomers(1);

  private static final String FOUNDING = "membership-founding";

  /** Two are members of a cluster, and the other processes seek one. */
  private static final String BESIDE_TWO = FOUNDING + ":members=2";

  /** The last of the processes that run from the beginning does not count. */
  private static final String WITH_GUEST = FOUNDING + ":guests=1";

  /** One process counts, which is the only member of a cluster; and a guest seeks one. */
  private static final String GUEST_BESIDE_ONE = FOUNDING + ":members=1:guests=1";

  private static Scope<?, ?> scope(
      String algorithm, Layout layout, Faults faults, Map<String, Integer> orders) {
    return Scope.of(Founding.find(algorithm).orElseThrow(), layout, 1)
        .with(faults)
        .with(new Churn(layout.newcomers().size(), 0, 0))
        .withOrders(orders);
  }

  private static Map<String, Integer> foundings(int number) {
    return Map.of("found", number);
  }

  static Stream<Arguments> searched() {
    return Stream.of(
        Arguments.of(
            "two found a cluster each, with the lock",
            scope(FOUNDING, TWO, Faults.NONE, Map.of("found", 2, "lock", 2)),
            825),
        Arguments.of(
            "two found, one is paused, and a message is late",
            scope(FOUNDING, TWO, PAUSE_AND_DELAY, foundings(2)),
            96_415),
        Arguments.of(
            "two found, messages are lost, repeated and in any order",
            scope(FOUNDING, TWO, LOSS_AND_REPETITION, foundings(2)).with(UNORDERED),
            89_580),
        Arguments.of(
            "one of three founds", scope(FOUNDING, THREE, Faults.NONE, foundings(1)), 80_457),
        Arguments.of(
            "one of two crashes and is replaced",
            scope(FOUNDING, TWO_AND_A_NEWCOMER, CRASH, foundings(2)),
            80_420),
        Arguments.of(
            "one of two crashes and is replaced, and all three found",
            scope(FOUNDING, TWO_AND_A_NEWCOMER, CRASH, foundings(3)),
            85_298),
        Arguments.of(
            "one founds beside a cluster of two",
            scope(BESIDE_TWO, THREE, Faults.NONE, foundings(1)),
            16_423),
        Arguments.of(
            "the one that counts departs and is replaced, and a guest stays",
            scope(WITH_GUEST, TWO_AND_A_NEWCOMER, Faults.NONE, foundings(2))
                .with(new Churn(1, 1, 0)),
            339_424),
        Arguments.of(
            "the one that counts crashes and is replaced, and its answer to a guest is late",
            scope(GUEST_BESIDE_ONE, TWO_AND_A_NEWCOMER, CRASH_AND_DELAYS, foundings(1)),
            171_393),
        Arguments.of(
            "the one that counts crashes and is replaced, and one or a guest is paused",
            scope(GUEST_BESIDE_ONE, TWO_AND_A_NEWCOMER, CRASH_AND_PAUSE, foundings(1)),
            187_895),
        Arguments.of(
            "the one that counts crashes and is replaced, with messages in any order",
            scope(GUEST_BESIDE_ONE, TWO_AND_A_NEWCOMER, CRASH, foundings(1)).with(UNORDERED),
            11_011));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searched")
  void onlyOneClusterHasLeases(String name, Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).as(result.what()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> searchedForLong() {
    return Stream.of(
        Arguments.of(
            "two of three found", scope(FOUNDING, THREE, Faults.NONE, foundings(2)), 975_932),
        Arguments.of(
            "all three found", scope(FOUNDING, THREE, Faults.NONE, foundings(3)), 2_271_648),
        Arguments.of(
            "one of three founds, and a message is late",
            scope(FOUNDING, THREE, DELAY, foundings(1)),
            19_680_898),
        Arguments.of(
            "one of two crashes and is replaced, all three found, and one is paused",
            scope(FOUNDING, TWO_AND_A_NEWCOMER, CRASH_AND_PAUSE, foundings(3)),
            3_066_458),
        Arguments.of(
            "one founds beside a cluster of two, and a message is lost",
            scope(BESIDE_TWO, THREE, LOSS, foundings(1)),
            2_184_935),
        Arguments.of(
            "one founds beside a cluster of two, and a message is late",
            scope(BESIDE_TWO, THREE, DELAY, foundings(1)),
            14_184_191),
        Arguments.of(
            "one founds beside a cluster of two, and one of the three is paused",
            scope(BESIDE_TWO, THREE, PAUSE, foundings(1)),
            19_642_446),
        Arguments.of(
            "one founds beside a cluster of two, which loses touch",
            scope(BESIDE_TWO, THREE, Faults.NONE, Map.of("found", 1, "disconnect", 1)),
            3_834_181),
        Arguments.of("one of three crashes", scope(FOUNDING, THREE, CRASH, foundings(1)), 308_703),
        Arguments.of(
            "a member crashes and is replaced, and a third process founds",
            scope(BESIDE_TWO, THREE.plusNewcomers(1), CRASH, foundings(1)),
            16_253_550),
        Arguments.of(
            "two that count and a guest, of which two found",
            scope(WITH_GUEST, THREE, Faults.NONE, foundings(2)),
            960_348),
        Arguments.of(
            "the one that counts crashes and is replaced, one is paused, and a message is late",
            scope(GUEST_BESIDE_ONE, TWO_AND_A_NEWCOMER, CRASH_PAUSE_AND_DELAY, foundings(1)),
            1_155_245));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searchedForLong")
  @Tag("long")
  void onlyOneClusterHasLeasesForLong(String name, Scope<?, ?> scope, long worlds) {
    onlyOneClusterHasLeases(name, scope, worlds);
  }

  /** The explorer judges pairs of competitors, so in groups it would leave out most pairs. */
  @Test
  void groupsAreRefused() {
    var scope = Scope.of(Founding.ALGORITHM, Layout.groups(2, 1), 1);
    assertThatThrownBy(() -> Explorer.search(scope, Effort.full()))
        .hasMessageContaining("groups of 2x1");
  }

  @Test
  void aNameSaysWhichProcessesAreMembersAndGuests() {
    assertThat(Founding.find(GUEST_BESIDE_ONE).orElseThrow().name()).isEqualTo(GUEST_BESIDE_ONE);
    assertThat(Founding.find(FOUNDING + ":guests=none")).isEmpty();
    var crowded = scope(GUEST_BESIDE_ONE, Layout.plain(1), Faults.NONE, foundings(1));
    assertThatThrownBy(() -> Explorer.search(crowded, Effort.full()))
        .hasMessageContaining("fewer processes that count");
  }
}
