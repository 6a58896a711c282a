package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeTest {

  @ParameterizedTest
  @CsvSource({"1, 2", "7, 2", "10, 3", "100, 1", "1000, 4"})
  void parentsAndChildrenAgree(int size, int arity) {
    var tree = new Tree(size, arity);
    int children = 0;
    for (int node = 0; node < size; node++) {
      int parent = node;
      assertThat(tree.children(node).size()).isLessThanOrEqualTo(arity);
      tree.children(node).forEach(child -> assertThat(tree.parent(child)).isEqualTo(parent));
      children += tree.children(node).size();
    }
    assertThat(children).as("every process but the root is a child").isEqualTo(size - 1);
  }

  @Test
  void aBinaryTreeOfAMillionIsNineteenDeep() {
    assertThat(new Tree(1_000_000, 2).depth(999_999)).isEqualTo(19);
  }

  @Test
  void theRootHasNoParent() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Tree(3, 2).parent(0));
  }
}
