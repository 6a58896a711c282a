package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the operators of a live pipeline did. Every record of the plan was processed exactly once by
 * each operator: otherwise the run fails and there is no such result.
 *
 * @param steps for each step of the plan, what each operator did
 * @param records how many records the operators processed, all together
 * @param actions how many instances have begun or ended
 * @param late after how many steps the observer got a processor so late that the machine must have
 *     been too busy: by more than a tenth of a step
 */
public record LiveScaling(List<List<Observed>> steps, long records, long actions, int late) {

  /**
   * What one operator did in one step.
   *
   * @param instances how many instances it had at the end of the step
   * @param processed how many records it processed in the step
   * @param waiting how many records waited for it at the end of the step
   */
  public record Observed(int instances, long processed, long waiting) {}

  public LiveScaling {
    steps = steps.stream().map(List::copyOf).toList();
  }

  /** The same as a simulated run; the messages are not counted. */
  ScalingRun run(ScalingPlan plan) {
    return new ScalingRun(
        IntStream.range(0, steps.size())
            .mapToObj(
                step ->
                    IntStream.range(0, plan.operators())
                        .mapToObj(
                            operator ->
                                new Moment(
                                    plan.load(step, operator),
                                    steps.get(step).get(operator).instances(),
                                    0))
                        .toList())
            .toList());
  }
}
