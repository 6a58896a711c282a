package io.sluice.protocol.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.protocol.priority.TreePlan.Candidate;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreePlanTest {

  private static final List<Candidate> MIXED =
      List.of(
          new Candidate(2, 1),
          new Candidate(0, 1),
          new Candidate(1, 1),
          new Candidate(1, 9),
          new Candidate(2, 1));

  @Test
  void theUrgentComeFirstThenTheBusyThenTheFirstNamed() {
    var plan = TreePlan.balanced(2, MIXED);
    assertThat(plan.order()).containsExactly(1, 3, 2, 0, 4);
    assertThat(plan.places()).containsExactly(3, 0, 2, 1, 4);
  }

  @Test
  void everybodyButTheRootHasAParentWhoIsNoLessUrgent() {
    var plan = TreePlan.balanced(2, MIXED);
    assertThat(plan.parentAt(0)).isEqualTo(Optional.empty());
    for (int place = 1; place < plan.order().size(); place++) {
      var parent = plan.parentAt(place).orElseThrow();
      assertThat(MIXED.get(parent).priority())
          .isLessThanOrEqualTo(MIXED.get(plan.order().get(place)).priority());
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 7, 2", "2, 8, 3", "3, 13, 2", "1, 5, 4", "9, 10, 1", "2, 10000, 13"})
  void theTreeIsAsFlatAsItsArityAllows(int arity, int participants, int depth) {
    var equals = IntStream.range(0, participants).mapToObj(_ -> new Candidate(0, 1)).toList();
    assertThat(TreePlan.balanced(arity, equals).depth()).isEqualTo(depth);
  }

  @Test
  void aPlanHasAPlaceForEverybody() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TreePlan(2, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new TreePlan(0, List.of(0)));
    assertThatIllegalArgumentException().isThrownBy(() -> new TreePlan(2, List.of(0, 0)));
  }
}
