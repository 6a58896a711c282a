package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Experiments;
import io.sluice.protocol.catalogue.Catalogue;
import org.junit.jupiter.api.Test;

class ListTest {

  @Test
  void everyProtocolStandsInATableOfAHundredColumns() {
    var said = Spoken.by("list");
    assertThat(said.code()).isZero();
    assertThat(said.out().lines()).allMatch(line -> line.length() <= 100);
    for (var algorithm : Catalogue.all()) {
      assertThat(said.out()).contains("\n" + algorithm.name() + " ");
    }
  }

  @Test
  void programsGetTheSame() {
    var protocols = Spoken.by("list", "--json").json().get("protocols");
    assertThat(protocols.size()).isEqualTo(Catalogue.all().size());
    assertThat(protocols.get(0).propertyNames())
        .containsExactly("name", "family", "source", "cost", "tolerates");
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
}
