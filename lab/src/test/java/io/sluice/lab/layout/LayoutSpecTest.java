package io.sluice.lab.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutSpecTest {

  private static final int MANY = 500_000;

  /** The competitors of each are not compared, which would take minutes. */
  @Test
  void aMillionProcessesAreSoonDescribed() {
    assertThat(LayoutSpec.of(Layout.plain(2 * MANY))).isEqualTo(new LayoutSpec.Nodes(2 * MANY));
    assertThat(LayoutSpec.of(Layout.plain(MANY).plusNewcomers(MANY)))
        .isEqualTo(new LayoutSpec.Nodes(2 * MANY));
    assertThat(LayoutSpec.of(Layout.groups(MANY, MANY)))
        .isEqualTo(new LayoutSpec.Groups(List.of(MANY, MANY)));
  }

  @Test
  void aGraphInWhichEverybodyCompetesIsAPlainCluster() {
    var graph = Layout.graph(List.of("p0", "p1"), List.of(ProcessSet.of(1), ProcessSet.of(0)));
    assertThat(LayoutSpec.of(graph)).isEqualTo(new LayoutSpec.Nodes(2));
    var named = Layout.graph(List.of("p0", "door"), List.of(ProcessSet.of(1), ProcessSet.of(0)));
    assertThat(LayoutSpec.of(named)).isInstanceOf(LayoutSpec.Graph.class);
  }
}
