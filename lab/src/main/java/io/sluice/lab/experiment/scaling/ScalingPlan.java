package io.sluice.lab.experiment.scaling;

import io.sluice.protocol.scaling.Policy;
import java.util.List;

/**
 * A pipeline of operators, one after the other, to be run live: what each operator receives in each
 * step, and how its instances decide.
 *
 * @param policy the policy of all operators
 * @param capacity how many records an instance processes in a step
 * @param instances how many instances each operator begins with
 * @param mostInstances how many instances an operator may have
 * @param loads for each step, the records that each operator receives; at least one
 */
public record ScalingPlan(
    Policy policy, int capacity, int instances, int mostInstances, List<List<Integer>> loads) {

  public ScalingPlan {
    loads = loads.stream().map(List::copyOf).toList();
    if (loads.isEmpty() || loads.getFirst().isEmpty()) {
      throw new IllegalArgumentException("a plan has at least one step and one operator");
    }
    if (loads.stream().flatMap(List::stream).anyMatch(load -> load < 1)) {
      throw new IllegalArgumentException("each operator receives at least one record in a step");
    }
  }

  public int operators() {
    return loads.getFirst().size();
  }

  public int steps() {
    return loads.size();
  }

  /** How many records an operator receives in a step. Both are counted from 0. */
  public int load(int step, int operator) {
    return loads.get(step).get(operator);
  }
}
