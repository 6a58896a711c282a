package io.sluice.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSetTest {

  /** Below, at and beyond the borders of a word. */
  @ParameterizedTest
  @ValueSource(ints = {5, 64, 65, 128, 1000})
  void behavesLikeASetOfIntegers(int processes) {
    var random = new Random(processes);
    var set = NodeSet.EMPTY;
    var model = new TreeSet<Integer>();
    for (int step = 0; step < 2_000; step++) {
      int node = random.nextInt(processes);
      if (random.nextBoolean()) {
        set = set.plus(node);
        model.add(node);
      } else {
        set = set.minus(node);
        model.remove(node);
      }
      assertThat(set.contains(node)).isEqualTo(model.contains(node));
      assertThat(set.size()).isEqualTo(model.size());
      assertThat(set.isEmpty()).isEqualTo(model.isEmpty());
      if (!model.isEmpty()) {
        assertThat(set.least()).isEqualTo(model.first());
      }
    }
    var members = new ArrayList<Integer>();
    set.forEach(members::add);
    assertThat(members).containsExactlyElementsOf(model);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 64, 200})
  void unionDifferenceAndIntersectionAreThoseOfSets(int processes) {
    var random = new Random(processes);
    for (int trial = 0; trial < 500; trial++) {
      var one = drawn(random, processes);
      var other = drawn(random, processes);
      var union = one.plus(other);
      var difference = one.minus(other);
      var intersection = one.intersection(other);
      for (int node = 0; node < processes; node++) {
        boolean inOne = one.contains(node);
        boolean inOther = other.contains(node);
        assertThat(union.contains(node)).isEqualTo(inOne || inOther);
        assertThat(difference.contains(node)).isEqualTo(inOne && !inOther);
        assertThat(intersection.contains(node)).isEqualTo(inOne && inOther);
      }
      assertThat(union.containsAll(one)).isTrue();
      assertThat(one.containsAll(union)).isEqualTo(union.equals(one));
    }
  }

  private static NodeSet drawn(Random random, int processes) {
    var set = NodeSet.EMPTY;
    for (int node = 0; node < processes; node++) {
      set = random.nextInt(4) == 0 ? set.plus(node) : set;
    }
    return set;
  }

  @Test
  void equalSetsAreEqualHoweverTheyCameAbout() {
    var straight = NodeSet.of(3, 70);
    var detour = NodeSet.of(3, 70, 500).minus(500);
    assertThat(detour).isEqualTo(straight).hasSameHashCodeAs(straight);
    assertThat(NodeSet.of(200).minus(200)).isEqualTo(NodeSet.EMPTY);
    assertThat(NodeSet.of(200).minus(NodeSet.of(200))).isEqualTo(NodeSet.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129, 1_000_000})
  void aRangeHasAllItsMembersAndNoOthers(int end) {
    var range = NodeSet.range(0, end);
    assertThat(range.size()).isEqualTo(end);
    assertThat(range.contains(end - 1)).isTrue();
    assertThat(range.contains(end)).isFalse();
    assertThat(NodeSet.allBut(end - 1, end)).isEqualTo(NodeSet.range(0, end - 1));
    assertThat(NodeSet.range(end - 1, end)).isEqualTo(NodeSet.of(end - 1));
  }

  @Test
  void readsLikeASetInAPaper() {
    assertThat(NodeSet.of(70, 3, 12)).hasToString("{3,12,70}");
    assertThat(NodeSet.EMPTY).hasToString("{}");
  }

  @Test
  void refusesWhatIsNoProcessNumber() {
    assertThatThrownBy(() -> NodeSet.of(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NodeSet.range(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(NodeSet.EMPTY::least).isInstanceOf(NoSuchElementException.class);
  }
}
