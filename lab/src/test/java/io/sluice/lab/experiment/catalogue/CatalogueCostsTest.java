package io.sluice.lab.experiment.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.catalogue.CatalogueCosts.Cost;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueCostsTest {

  private static List<Cost> costs;

  @BeforeAll
  static void measure() {
    costs =
        CatalogueCosts.measure(CatalogueTable.SIZES, new Options(1, () -> false), Progress.SILENT);
  }

  private static Cost cost(String algorithm, int nodes, Quantity quantity) {
    return costs.stream()
        .filter(c -> c.algorithm().equals(algorithm))
        .filter(c -> c.nodes() == nodes && c.quantity() == quantity)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyExclusiveProtocolHasItsFormulas() {
    var named = Formula.ALL.stream().map(Formula::name).toList();
    assertThat(named).contains("forks");
    for (Algorithm<?, ?> algorithm : Catalogue.builtIn().all()) {
      if (algorithm.family() == Family.EXCLUSIVE) {
        assertThat(named)
            .withFailMessage(
                "protocol '%s' has no formulas: add what the theory says it costs to Formula",
                algorithm.name())
            .contains(algorithm.name());
      }
    }
    for (var formula : Formula.ALL) {
      assertThat(formula.laws()).hasSize(formula.name().equals("maekawa-basic") ? 2 : 4);
    }
  }

  @Test
  void whatIsMeasuredMeetsItsFormula() {
    assertThat(costs).hasSize(CatalogueTable.SIZES.size() * (4 * Formula.ALL.size() - 2));
    assertThat(costs).allMatch(Cost::lawful);
  }

  @Test
  void whereTheFormulaIsExactEveryEntryCostsThat() {
    var exact = costs.stream().filter(c -> c.law().exact(c.nodes())).toList();
    assertThat(exact).hasSizeGreaterThan(2 * costs.size() / 5);
    for (var c : exact) {
      double value = c.law().least().applyAsDouble(c.nodes());
      assertThat(List.of(c.min(), c.mean(), c.max())).as(c.toString()).containsOnly(value);
    }
  }

  /** Written out once more, so that an error in the table of formulas would show. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void theTextbooksNumbers(int n) {
    assertThat(cost("central", n, Quantity.MESSAGES).mean()).isEqualTo(3);
    assertThat(cost("central", n, Quantity.SYNCHRONISATION_DELAY).mean()).isEqualTo(2);
    assertThat(cost("lamport", n, Quantity.MESSAGES_BUSY).mean()).isEqualTo(3 * (n - 1));
    assertThat(cost("ricart-agrawala", n, Quantity.MESSAGES).mean()).isEqualTo(2 * (n - 1));
    assertThat(cost("ricart-agrawala", n, Quantity.SYNCHRONISATION_DELAY).mean()).isEqualTo(1);
    assertThat(cost("maekawa", n, Quantity.MESSAGES).mean()).isEqualTo(6 * (Math.sqrt(n) - 1));
    assertThat(cost("maekawa", n, Quantity.SYNCHRONISATION_DELAY).max()).isEqualTo(2);
    assertThat(cost("suzuki-kasami", n, Quantity.MESSAGES).max()).isEqualTo(n);
    assertThat(cost("token-queue", n, Quantity.MESSAGES_BUSY).mean()).isEqualTo(1);
    assertThat(cost("token-queue", n, Quantity.SYNCHRONISATION_DELAY).mean()).isEqualTo(1);
    assertThat(cost("token-queue", n, Quantity.MESSAGES).mean())
        .isEqualTo(cost("naimi-trehel", n, Quantity.MESSAGES).mean());
    assertThat(cost("ring", n, Quantity.MESSAGES_BUSY).mean()).isEqualTo(2);
    assertThat(cost("ring", n, Quantity.CLIENT_DELAY).mean()).isBetween(0.3 * n, 0.6 * n);
    assertThat(cost("forks", n, Quantity.MESSAGES_BUSY).mean()).isEqualTo(2 * (n - 1));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, true",
    "3, 3, 3, true",
    "1, 2, 3, true",
    "1, 2.6, 3, false",
    "0, 1, 2, false",
    "1, 2, 4, false"
  })
  void aLawAdmitsWhatLiesWithinItsBounds(double min, double mean, double max, boolean admitted) {
    var law = Law.between("1 to N", _ -> 1, n -> n).onAverageAtMost(n -> mean == 3 ? 3 : 2.5);
    assertThat(law.admits(3, min, mean, max)).isEqualTo(admitted);
  }

  @Test
  void aLawSaysItsValue() {
    assertThat(Law.exactly("2(N-1)", n -> 2 * (n - 1)).at(16)).isEqualTo("30");
    assertThat(Law.between("", _ -> 0, n -> n / 4.0).at(9)).isEqualTo("0 to 2.25");
    assertThat(Law.between("", _ -> 2, _ -> Double.POSITIVE_INFINITY).at(9)).isEqualTo("2 or more");
  }

  @Test
  void twoNodesAreTooFew() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CatalogueCosts.measure(List.of(2), Options.DEFAULT, Progress.SILENT))
        .withMessageContaining("at least 3 nodes");
  }
}
