package io.sluice.lab.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Layout;
import io.sluice.protocol.NodeSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {

  private static final int MANY = 500_000;

  /** Nobody compares the competitors of each, which would take minutes. */
  @Test
  void aMillionProcessesAreSoonDescribed() {
    assertThat(Shape.of(Layout.plain(2 * MANY))).isEqualTo(new Shape.Nodes(2 * MANY));
    assertThat(Shape.of(Layout.plain(MANY).plusNewcomers(MANY)))
        .isEqualTo(new Shape.Nodes(2 * MANY));
    assertThat(Shape.of(Layout.groups(MANY, MANY)))
        .isEqualTo(new Shape.Groups(List.of(MANY, MANY)));
  }

  @Test
  void aGraphInWhichEverybodyCompetesIsAPlainCluster() {
    var graph = Layout.graph(List.of("p0", "p1"), List.of(NodeSet.of(1), NodeSet.of(0)));
    assertThat(Shape.of(graph)).isEqualTo(new Shape.Nodes(2));
    var named = Layout.graph(List.of("p0", "door"), List.of(NodeSet.of(1), NodeSet.of(0)));
    assertThat(Shape.of(named)).isInstanceOf(Shape.Graph.class);
  }
}
