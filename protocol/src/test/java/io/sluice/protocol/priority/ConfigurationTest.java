package io.sluice.protocol.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.priority.Configuration.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {

  static List<Models> models() {
    return Models.ALL;
  }

  @Test
  void thereAreSixteen() {
    assertThat(Models.ALL).hasSize(16).doesNotHaveDuplicates();
    assertThat(Models.ALL.getFirst().letters()).isEqualTo("LFFF");
    assertThat(Models.ROBUST.letters()).isEqualTo("FRUU");
    assertThatThrownBy(() -> Models.of("FRUX")).hasMessageContaining("such as FRUU, not 'FRUX'");
  }

  /** A name includes all options, so that a reader of a file gets the same protocol again. */
  @ParameterizedTest
  @MethodSource("models")
  void theNameLeadsBackToTheConfiguration(Models models) {
    for (var tree :
        List.of(
            SpanningTree.binary(),
            SpanningTree.chain(),
            SpanningTree.star(),
            new SpanningTree.Complete(5),
            new SpanningTree.Parents(List.of(0, 0, 1)))) {
      for (var clock : Clock.values()) {
        for (int units : new int[] {1, 4}) {
          var configuration = new Configuration(models, tree, clock, units);
          assertThat(Configuration.find(configuration.name())).contains(configuration);
          assertThat(Catalogue.builtIn().find(configuration.name()).orElseThrow().name())
              .isEqualTo(configuration.name());
        }
      }
    }
  }

  @Test
  void onlyTheUnusualStandsInTheName() {
    var chain = Configuration.of(Models.of("LFFU")).on(SpanningTree.chain());
    assertThat(Configuration.of(Models.of("LFFU")).name()).isEqualTo("padme-LFFU");
    assertThat(chain.with(Clock.OWN).withUnits(4).name()).isEqualTo("padme-LFFU:chain:own:units=4");
    assertThat(Configuration.find("padme")).contains(Configuration.USUAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"padme-", "padme-FRU", "padme-fruu", "padme-FRUU:", "padme-FRUU:1,0", "padmé"})
  void otherNamesAreNone(String name) {
    assertThat(Configuration.find(name)).isEmpty();
    assertThat(Catalogue.builtIn().find(name)).isEmpty();
  }

  @Test
  void theNearerToTheRootTheMoreUrgent() {
    var binary = Configuration.USUAL;
    assertThat(binary.claim(0)).isEqualTo(Claim.EXCLUSIVE);
    assertThat(binary.claim(2).priority()).isEqualTo(1);
    assertThat(binary.claim(6).priority()).isEqualTo(2);
    assertThat(binary.withUnits(4).claim(1).unit()).isEqualTo(Claim.ANY_UNIT);
  }

  @Test
  void aTreeFitsItsProcesses() {
    var tree = new SpanningTree.Parents(List.of(0, 0, 1));
    assertThat(tree.children(0, 4).size()).isEqualTo(2);
    assertThat(tree.children(1, 4).least()).isEqualTo(3);
    assertThat(tree.depth(3)).isEqualTo(2);
    var algorithm = Padme.algorithm(Configuration.USUAL.on(tree));
    assertThat(algorithm.process(3, Layout.plain(4)).initial().links().parent()).contains(1);
    assertThatThrownBy(() -> algorithm.process(0, Layout.plain(5)))
        .hasMessage("the tree is one of 4 processes, not 5");
    assertThatThrownBy(() -> new SpanningTree.Parents(List.of(0, 2)))
        .hasMessage("process 2 needs a parent with a lower number, not 2");
  }

  @Test
  void aStarHasOneLevelBelowTheRoot() {
    assertThat(SpanningTree.star().children(0, 5).size()).isEqualTo(4);
    assertThat(SpanningTree.star().children(1, 5).isEmpty()).isTrue();
    assertThat(SpanningTree.star().depth(4)).isEqualTo(1);
    assertThat(SpanningTree.chain().depth(4)).isEqualTo(4);
  }
}
