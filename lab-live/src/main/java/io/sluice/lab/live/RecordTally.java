package io.sluice.lab.live;

import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.lab.experiment.scaling.ScalingPlan;
import java.util.concurrent.atomic.LongAdder;

/** Counts the records that an operator processes, and adds up their fingerprints. */
final class RecordTally {

  private final String operator;
  private final LongAdder records = new LongAdder();
  private final LongAdder fingerprints = new LongAdder();

  RecordTally(String operator) {
    this.operator = operator;
  }

  void add(PlannedRecord record) {
    records.increment();
    fingerprints.add(record.fingerprint());
  }

  long records() {
    return records.sum();
  }

  /**
   * Checks that each record of the plan was processed once.
   *
   * @param index the operator in the plan
   * @throws ExperimentFailed if a record was lost or processed twice
   */
  void check(ScalingPlan plan, int index) {
    long planned = 0;
    long sum = 0;
    for (int step = 0; step < plan.steps(); step++) {
      int load = plan.load(step, index);
      planned += load;
      for (int number = 0; number < load; number++) {
        sum += new PlannedRecord(step, number).fingerprint();
      }
    }
    if (records() != planned) {
      throw new ExperimentFailed(
          "%s processed %,d records, not %,d: some were lost or processed twice"
              .formatted(operator, records(), planned));
    }
    if (fingerprints.sum() != sum) {
      throw new ExperimentFailed(
          "%s processed as many records as planned, but not the same: some were lost and others"
                  .formatted(operator)
              + " processed twice");
    }
  }
}
