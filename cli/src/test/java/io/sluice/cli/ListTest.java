package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Experiments;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import org.junit.jupiter.api.Test;

class ListTest {

  @Test
  void everyProtocolStandsInATableOfAHundredColumns() {
    var said = Spoken.by("list");
    assertThat(said.code()).isZero();
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    for (var algorithm : Catalogue.builtIn().all()) {
      assertThat(said.out()).contains("\n" + algorithm.name() + " ");
    }
  }

  @Test
  void programsGetTheSame() {
    var protocols = Spoken.by("list", "--json").json().get("protocols");
    assertThat(protocols.size()).isEqualTo(Catalogue.builtIn().all().size());
    assertThat(protocols.get(0).propertyNames())
        .containsExactly("name", "family", "source", "cost", "tolerates");
  }

  @Test
  void namesThatSayHowAProtocolIsSetUp() {
    var said = Spoken.by("list").out();
    var configured = Spoken.by("list", "--json").json().get("configured");
    for (int k = 0; k < Catalogue.builtIn().configured().size(); k++) {
      String form = Catalogue.builtIn().configured().get(k).form();
      assertThat(said).contains("\n" + form + " ");
      assertThat(configured.get(k).get("form").stringValue()).isEqualTo(form);
    }
    assertThat(said).contains("elmp:lazy", "admitting=K", "padme-FRUU:TREE");
  }

  @Test
  void everyExperimentIsListed() {
    var said = Spoken.by("lab", "list");
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    var experiments = Spoken.by("lab", "list", "--json").json().get("experiments");
    for (int k = 0; k < Experiments.all().size(); k++) {
      assertThat(experiments.get(k).get("name").stringValue())
          .isEqualTo(Experiments.all().get(k).name());
      assertThat(said.out()).contains("\n" + Experiments.all().get(k).name() + " ");
    }
  }

  @Test
  void measuredCostsStandBesideTheirFormulas() {
    var said = Spoken.by("list", "--measured", "--nodes", "4,9");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    for (var algorithm : Catalogue.builtIn().all()) {
      if (algorithm.family() == Family.EXCLUSIVE) {
        assertThat(said.out().lines().filter(line -> line.startsWith(algorithm.name() + " ")))
            .as(algorithm.name())
            .hasSize(2);
      }
    }
    assertThat(said.out())
        .containsPattern("\nlamport +9 +24 \\(24\\) +24 \\(24\\) +2 \\(2\\) +1 \\(1\\)\n")
        .contains("\nforks ")
        .doesNotContain("*  ");
  }

  @Test
  void programsGetTheMeasuredCostsToo() {
    var costs = Spoken.by("list", "--measured", "--nodes", "4", "--json").json().get("costs");
    assertThat(costs.get(0).propertyNames())
        .containsExactly(
            "name", "nodes", "quantity", "mean", "min", "max", "formula", "expected", "holds");
    costs.forEach(cost -> assertThat(cost.get("holds").booleanValue()).isTrue());
  }

  @Test
  void nodesAreForMeasuring() {
    Spoken.by("list", "--nodes", "4").complains("--nodes", "--measured");
    Spoken.by("list", "--measured", "--nodes", "2").complains("--nodes 2: write 3 to 1,000");
    Spoken.by("list", "--measured", "--nodes", "many").complains("--nodes", "many");
  }
}
