package io.sluice.protocol.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import org.junit.jupiter.api.Test;

class CatalogueTest {

  @Test
  void namesAreDistinctAndLeadToTheirAlgorithm() {
    assertThat(Catalogue.all()).map(Algorithm::name).doesNotHaveDuplicates();
    for (Algorithm<?, ?> algorithm : Catalogue.all()) {
      assertThat(Catalogue.find(algorithm.name())).containsSame(algorithm);
      assertThat(algorithm.source()).isNotBlank();
      assertThat(algorithm.cost()).isNotBlank();
    }
    assertThat(Catalogue.find("forks ")).isEmpty();
  }

  @Test
  void everyOneCanStart() {
    for (Algorithm<?, ?> algorithm : Catalogue.all()) {
      var layout =
          switch (algorithm.family()) {
            case EXCLUSIVE, PRIORITY, ELECTION -> Layout.plain(3);
            case GROUP -> Layout.groups(2, 2);
          };
      assertThat(algorithm.process(0, layout).initial()).isNotNull();
    }
  }
}
