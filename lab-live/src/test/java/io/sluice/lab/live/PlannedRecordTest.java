package io.sluice.lab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.lab.experiment.scaling.ScalingPlan;
import io.sluice.protocol.scaling.LoadTarget;
import io.sluice.protocol.scaling.PolicyByChance;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records are counted exactly, whatever the loads of two neighbouring operators. */
class PlannedRecordTest {

  private static ScalingPlan plan(int first, int second) {
    var policy = new PolicyByChance(new LoadTarget(500, 0.7, 0.8, 0.6), 5);
    return new ScalingPlan(policy, 500, 1, 10, List.of(List.of(first, second)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 7", "7, 1", "3, 1000", "1000, 3", "999, 1000", "2147483, 2147"})
  void theNextOperatorGetsEachOfItsRecordsOnce(int first, int second) {
    var made = new ArrayList<PlannedRecord>();
    for (int number = 0; number < first; number++) {
      new PlannedRecord(0, number).forNext(plan(first, second), 0, made::add);
    }
    assertThat(made)
        .isEqualTo(
            IntStream.range(0, second).mapToObj(number -> new PlannedRecord(0, number)).toList());
  }

  private static RecordTally tally(int... numbers) {
    var tally = new RecordTally("operator-1");
    IntStream.of(numbers).forEach(number -> tally.add(new PlannedRecord(0, number)));
    return tally;
  }

  @Test
  void lostAndDoubledRecordsAreNoticed() {
    var plan = plan(4, 4);
    assertThatCode(() -> tally(3, 1, 2, 0).check(plan, 0)).doesNotThrowAnyException();
    assertThatThrownBy(() -> tally(0, 1, 2).check(plan, 0))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("operator-1 processed 3 records, not 4");
    assertThatThrownBy(() -> tally(0, 1, 2, 2).check(plan, 0))
        .isInstanceOf(ExperimentFailed.class)
        .hasMessageContaining("not the same");
  }
}
