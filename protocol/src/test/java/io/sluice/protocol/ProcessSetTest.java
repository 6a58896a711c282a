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

class ProcessSetTest {

  /** Below, at and beyond the borders of a word. */
  @ParameterizedTest
  @ValueSource(ints = {5, 64, 65, 128, 1000})
  void behavesLikeASetOfIntegers(int processes) {
    var random = new Random(processes);
    var set = ProcessSet.EMPTY;
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

  private static ProcessSet drawn(Random random, int processes) {
    var set = ProcessSet.EMPTY;
    for (int node = 0; node < processes; node++) {
      set = random.nextInt(4) == 0 ? set.plus(node) : set;
    }
    return set;
  }

  @Test
  void equalSetsAreEqualHoweverTheyCameAbout() {
    var straight = ProcessSet.of(3, 70);
    var detour = ProcessSet.of(3, 70, 500).minus(500);
    assertThat(detour).isEqualTo(straight).hasSameHashCodeAs(straight);
    assertThat(ProcessSet.of(200).minus(200)).isEqualTo(ProcessSet.EMPTY);
    assertThat(ProcessSet.of(200).minus(ProcessSet.of(200))).isEqualTo(ProcessSet.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 127, 128, 129, 1_000_000})
  void aRangeHasAllItsMembersAndNoOthers(int end) {
    var range = ProcessSet.range(0, end);
    assertThat(range.size()).isEqualTo(end);
    assertThat(range.contains(end - 1)).isTrue();
    assertThat(range.contains(end)).isFalse();
    assertThat(ProcessSet.allBut(end - 1, end)).isEqualTo(ProcessSet.range(0, end - 1));
    assertThat(ProcessSet.range(end - 1, end)).isEqualTo(ProcessSet.of(end - 1));
  }

  @Test
  void readsLikeASetInAPaper() {
    assertThat(ProcessSet.of(70, 3, 12)).hasToString("{3,12,70}");
    assertThat(ProcessSet.EMPTY).hasToString("{}");
  }

  @Test
  void refusesWhatIsNoProcessNumber() {
    assertThatThrownBy(() -> ProcessSet.of(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcessSet.range(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(ProcessSet.EMPTY::least).isInstanceOf(NoSuchElementException.class);
  }
}
