package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of clusters without a fixed first address broken on purpose, one at a time, in their
 * own source: the search finds two clusters with leases, or one that does not end.
 */
class FoundingMutationTest {

  private static final String TWO_CLUSTERS = "invariant:one-cluster";

  /** A mutant that is not caught within this is not caught. */
  private static final long MEMORY = 500L << 20;

  @TempDir Path directory;

  /**
   * What may happen to the processes that show the fault.
   *
   * @param options which processes are members or guests, as names of the algorithm say it
   */
  record Setting(String options, Layout layout, Faults faults, int foundings) {

    Scope<?, ?> of(Algorithm<?, ?> algorithm) {
      return Scope.of(algorithm, layout, 1)
          .with(faults)
          .with(new Churn(layout.newcomers().size(), 0, 0))
          .withOrders(Map.of("found", foundings));
    }
  }

  private static final Faults CRASH = new Faults(1, 0, 0);
  private static final Faults CRASH_AND_DELAYS = new Faults(1, 0, 0, 0, 3);
  private static final Faults CRASH_PAUSE_AND_DELAY = new Faults(1, 0, 0, 1, 1);

  private static final Faults CRASH_AND_PAUSES = new Faults(1, 0, 0, 2, 0);

  private static final Setting TWO = new Setting("", Layout.plain(2), Faults.NONE, 2);
  private static final Setting ONE_BESIDE_TWO =
      new Setting(":members=2", Layout.plain(3), Faults.NONE, 1);
  private static final Setting ONE_AND_A_NEWCOMER_BESIDE_TWO =
      new Setting(":members=2", Layout.plain(3).plusNewcomers(1), CRASH, 1);
  private static final Setting ONE_AND_A_GUEST =
      new Setting(":guests=1", Layout.plain(2), Faults.NONE, 2);
  private static final Setting ONE_AND_TWO_GUESTS =
      new Setting(":guests=2", Layout.plain(3), Faults.NONE, 2);

  /** One process that counts, which may crash and be replaced, and a guest. */
  private static Setting guest(Faults faults) {
    return new Setting(":members=1:guests=1", Layout.plain(2).plusNewcomers(1), faults, 1);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "half of the expected processes are enough",
            Expected.class,
            "processes / 2 + 1",
            "processes / 2",
            TWO,
            TWO_CLUSTERS),
        Arguments.of(
            "a quorum of the view is enough",
            Lease.class,
            "counted >= needed && ",
            "",
            ONE_BESIDE_TWO,
            TWO_CLUSTERS),
        Arguments.of(
            "a process that replaces another does not rest",
            Views.class,
            "!expected.isNone() && expected.counts()",
            "false",
            ONE_AND_A_NEWCOMER_BESIDE_TWO,
            TWO_CLUSTERS),
        Arguments.of(
            "a process that replaces another does not rest, and a guest has its answer",
            Views.class,
            "!expected.isNone() && expected.counts()",
            "false",
            guest(CRASH),
            TWO_CLUSTERS),
        Arguments.of(
            "a process that replaces another rests for less than a lease",
            Views.class,
            "Resting(var since) && s.now - since >= timing.waiting()",
            "Resting(var since) && s.now - since >= timing.lease() - 1",
            guest(CRASH),
            TWO_CLUSTERS),
        Arguments.of(
            "a lease is counted from the answer, which is late",
            Views.class,
            "new Answer(from, sent, counts)",
            "new Answer(from, s.now, counts)",
            guest(CRASH_AND_DELAYS),
            TWO_CLUSTERS),
        Arguments.of(
            "a lease is counted from the answer, which reaches a paused guest",
            Views.class,
            "new Answer(from, sent, counts)",
            "new Answer(from, s.now, counts)",
            guest(CRASH_PAUSE_AND_DELAY),
            TWO_CLUSTERS),
        Arguments.of(
            "a guest counts as a standing member for itself",
            Views.class,
            "new Answer(self, s.heard, expected.counts())",
            "new Answer(self, s.heard, true)",
            ONE_AND_A_GUEST,
            TWO_CLUSTERS),
        Arguments.of(
            "a guest counts as a standing member for others",
            Views.class,
            "new Pong(ping.view(), ping.sent(), expected.counts())",
            "new Pong(ping.view(), ping.sent(), true)",
            ONE_AND_TWO_GUESTS,
            TWO_CLUSTERS),
        Arguments.of(
            "a cluster without leases does not end",
            Views.class,
            "s.now > lease.until(timing) && s.now - member.since() > timing.lease()",
            "false",
            TWO,
            "stuck"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name, Class<?> type, String original, String mutated, Setting setting, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(type, original, mutated, directory)) {
      var broken = mutant.algorithm(Founding.class, "membership-founding" + setting.options);
      var found = Explorer.search(setting.of(broken), Effort.full().withMemory(MEMORY));
      assertThat(found.verdict().word()).as(name).isEqualTo(verdict);
      assertThat(found.trace()).as("a run that shows it").isPresent();
    }
  }

  /**
   * With this rule broken, times that are long ago differ, so the horizon within which they are
   * brought is too near: what is found there need not happen. That is said, and no run is shown.
   */
  @Test
  void anErrorThatNoRunShowsIsSaidToBeOne() throws IOException, ReflectiveOperationException {
    String original = "new Answer(from, sent, counts)";
    String mutated = "new Answer(from, s.now, counts)";
    try (var mutant = Mutant.of(Views.class, original, mutated, directory)) {
      var setting = guest(CRASH_AND_PAUSES);
      var broken = mutant.algorithm(Founding.class, "membership-founding" + setting.options);
      var found = Explorer.search(setting.of(broken), Effort.full().withMemory(MEMORY));
      assertThat(found.verdict().word()).isEqualTo(TWO_CLUSTERS);
      assertThat(found.trace()).isEmpty();
      assertThat(found.what()).contains("no run of this length with real times shows it");
    }
  }
}
