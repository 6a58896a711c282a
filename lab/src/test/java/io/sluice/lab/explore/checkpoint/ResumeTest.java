package io.sluice.lab.explore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Saving;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A search that is interrupted and resumed, however often, finds what an uninterrupted one does.
 */
class ResumeTest {

  @TempDir Path temporary;

  static Stream<Scope<?, ?>> scopes() {
    var two = Layout.plain(2);
    return Stream.concat(
        CatalogueScopes.small().filter(scope -> scope.algorithm().settled().isEmpty()),
        Stream.of(
            Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
            Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), 1)
                .with(Channels.UNORDERED)
                .with(new Faults(0, 1, 1)),
            Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), 1).with(new Faults(1, 0, 0)),
            Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 1), 3).withSymmetry(),
            Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(2, 2), 1),
            Scope.of(Forks.ALGORITHM, Layout.groups(2, 1).plusNewcomers(1), 1)
                .with(new Churn(1, 0, 0)),
            Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1).withSymmetry(),
            Scope.of(Toy.OPEN, two, 3),
            Scope.of(Toy.RESTLESS, two, 1)));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void findsTheSameAsWithoutAnInterruption(Scope<?, ?> scope) {
    var whole = Explorer.search(scope, Effort.full());
    var random = new Random(7);
    var saving = Saving.to(temporary);
    Optional<Result> latest = Optional.empty();
    int interruptions = 0;
    do {
      if (latest.isPresent()) {
        saving = saving.resuming();
        interruptions++;
      }
      // What is wrong is searched for again with a graph, which has no checkpoints.
      boolean last = whole.verdict().isViolation() && (interruptions == 2 || whole.depth() <= 5);
      int least = whole.verdict().isViolation() ? 2 : 2 + random.nextInt(12) + 10 * interruptions;
      var looks = new AtomicInteger(last ? Integer.MAX_VALUE : least);
      var effort =
          Effort.full()
              .withWorkers(1 + random.nextInt(3))
              .saving(saving)
              .until(() -> looks.decrementAndGet() < 0);
      latest = Optional.of(Explorer.search(scope, effort));
    } while (latest.get().verdict() instanceof Verdict.Incomplete && interruptions < 100);
    isSame(latest.get(), whole);
    if (whole.depth() > 20) {
      assertThat(interruptions).isPositive();
    }
    assertThat(temporary).as("nothing is left behind").isEmptyDirectory();
  }

  private static void isSame(Result last, Result whole) {
    assertThat(last.verdict()).as(last.what()).isEqualTo(whole.verdict());
    assertThat(last.worlds()).isEqualTo(whole.worlds());
    assertThat(last.transitions()).isEqualTo(whole.transitions());
    assertThat(last.depth()).isEqualTo(whole.depth());
    assertThat(last.what()).isEqualTo(whole.what());
    assertThat(last.trace().map(Trace::events)).isEqualTo(whole.trace().map(Trace::events));
  }
}
