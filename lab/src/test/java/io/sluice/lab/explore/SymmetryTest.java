package io.sluice.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.Central;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exchanging processes that are alike saves worlds and changes no verdict. */
class SymmetryTest {

  @ParameterizedTest
  @CsvSource({"3, 2, 0, 0", "4, 2, 0, 0", "5, 1, 0, 0", "4, 1, 1, 0", "4, 1, 0, 1"})
  void verdictsWithAndWithoutAgree(int nodes, int entries, int crashes, int losses) {
    var scope =
        Scope.of(Central.ALGORITHM, Layout.plain(nodes), entries)
            .with(new Faults(crashes, losses, 0));
    var plain = Explorer.search(scope, Effort.full());
    var exchanged = Explorer.search(scope.withSymmetry(), Effort.full());
    assertThat(exchanged.verdict()).isEqualTo(plain.verdict());
    assertThat(exchanged.worlds()).isLessThan(plain.worlds());
    assertThat(exchanged.trace().map(trace -> trace.events().size()))
        .isEqualTo(plain.trace().map(trace -> trace.events().size()));
  }

  @ParameterizedTest
  @CsvSource({"4, 6", "5, 24"})
  void nearlyAsManyWorldsAreSavedAsThereAreExchanges(int nodes, int exchanges) {
    var scope = Scope.of(Central.ALGORITHM, Layout.plain(nodes), 1);
    double plain = Explorer.search(scope, Effort.full()).worlds();
    double exchanged = Explorer.search(scope.withSymmetry(), Effort.full()).worlds();
    assertThat(plain / exchanged).isBetween(0.5 * exchanges, 1.0 * exchanges);
  }
}
