package io.sluice.lab.live;

import io.sluice.lab.experiment.scaling.ScalingPlan;
import java.util.function.Consumer;

/**
 * One of the records that an operator receives in a step of the plan.
 *
 * @param number from 0, among the records of the step
 */
record PlannedRecord(int step, int number) {

  /**
   * Gives what an operator makes of its record. The operator before receives a records in this step
   * and the one behind b: record k of a becomes the records from kb/a up to, and without, (k+1)b/a
   * of b. So each of b comes from exactly one of a, and no instance needs to remember anything.
   */
  void forNext(ScalingPlan plan, int operator, Consumer<PlannedRecord> out) {
    long received = plan.load(step, operator);
    long next = plan.load(step, operator + 1);
    long end = (number + 1) * next / received;
    for (long k = number * next / received; k < end; k++) {
      out.accept(new PlannedRecord(step, (int) k));
    }
  }

  /**
   * Different for each record, and such that sums of several are different, too, if not by chance.
   */
  long fingerprint() {
    long bits = (((long) step << Integer.SIZE) | number) + 0x9e3779b97f4a7c15L;
    bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
    return bits ^ (bits >>> 31);
  }
}
