package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.membership.Expected;
import io.sluice.protocol.membership.Founding;
import io.sluice.protocol.membership.Lease;
import io.sluice.protocol.membership.Views;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clusters without a fixed first address, searched: whichever processes found one, and however many
 * do, no two clusters have leases at the same time; and with a rule broken, two do.
 */
class FoundingTest {

  private static final Faults CRASH = new Faults(1, 0, 0);
  private static final Faults LOSS = new Faults(0, 1, 0);

  /** Two are members of a cluster, and a third seeks one. */
  private static final Layout TWO_AND_ONE = Layout.groups(2, 1);

  @TempDir Path directory;

  private static Scope<?, ?> scope(
      Algorithm<?, ?> algorithm, Layout layout, Faults faults, Map<String, Integer> orders) {
    return Scope.of(algorithm, layout, 1)
        .with(faults)
        .with(new Churn(layout.newcomers().size(), 0, 0))
        .withOrders(orders);
  }

  private static Scope<?, ?> scope(Layout layout, Faults faults, Map<String, Integer> orders) {
    return scope(Founding.ALGORITHM, layout, faults, orders);
  }

  private static Map<String, Integer> foundings(int number) {
    return Map.of("found", number);
  }

  static Stream<Arguments> searched() {
    return Stream.of(
        Arguments.of(
            "two found a cluster each, with the lock",
            scope(Layout.plain(2), Faults.NONE, Map.of("found", 2, "lock", 2)),
            825),
        Arguments.of(
            "one of three founds", scope(Layout.plain(3), Faults.NONE, foundings(1)), 80_457),
        Arguments.of(
            "one of two crashes and is replaced",
            scope(Layout.plain(2).plusNewcomers(1), CRASH, foundings(2)),
            80_420),
        Arguments.of(
            "one founds beside a cluster of two",
            scope(TWO_AND_ONE, Faults.NONE, foundings(1)),
            16_423));
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
            "two of three found", scope(Layout.plain(3), Faults.NONE, foundings(2)), 975_932),
        Arguments.of(
            "one founds beside a cluster of two, and a message is lost",
            scope(TWO_AND_ONE, LOSS, foundings(1)),
            2_184_935),
        Arguments.of(
            "one founds beside a cluster of two, which loses touch",
            scope(TWO_AND_ONE, Faults.NONE, Map.of("found", 1, "disconnect", 1)),
            3_834_181),
        Arguments.of("one of three crashes", scope(Layout.plain(3), CRASH, foundings(1)), 308_703),
        Arguments.of(
            "a member crashes and is replaced, and a third process founds",
            scope(TWO_AND_ONE.plusNewcomers(1), CRASH, foundings(1)),
            16_253_550));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("searchedForLong")
  @Tag("long")
  void onlyOneClusterHasLeasesForLong(String name, Scope<?, ?> scope, long worlds) {
    onlyOneClusterHasLeases(name, scope, worlds);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "half of the expected processes are enough",
            Expected.class,
            "processes / 2 + 1",
            "processes / 2",
            Layout.plain(2),
            Faults.NONE,
            2),
        Arguments.of(
            "a quorum of the view is enough",
            Lease.class,
            "counted >= needed && ",
            "",
            TWO_AND_ONE,
            Faults.NONE,
            1),
        Arguments.of(
            "a process that replaces another does not rest",
            Views.class,
            "!expected.isNone() && expected.counts()",
            "false",
            TWO_AND_ONE.plusNewcomers(1),
            CRASH,
            1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name,
      Class<?> type,
      String original,
      String mutated,
      Layout layout,
      Faults faults,
      int foundings)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
      var broken = scope(mutant.algorithm(Founding.class), layout, faults, foundings(foundings));
      var found = Explorer.search(broken, Effort.full());
      assertThat(found.verdict().word()).as(name).isEqualTo("invariant:one-cluster");
    }
  }
}
