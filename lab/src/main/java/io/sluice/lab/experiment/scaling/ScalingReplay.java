package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.experiment.scaling.ScalingPipeline.Ordered;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.protocol.scaling.ScalingMessage.Delete;
import io.sluice.protocol.scaling.ScalingMessage.Duplicate;
import io.sluice.protocol.scaling.ScalingMessage.Guard;
import java.util.List;
import java.util.Optional;

/**
 * The decisions of a pipeline in discrete time, given as orders to instances that speak the
 * protocol itself, over a network whose delays are exponential.
 *
 * @param messages all that were sent
 * @param guard how many of these are the guard's
 * @param orders how many were given
 * @param delays of each change that was carried out, from the order to its end, in steps
 * @param error what went wrong, if anything did
 */
record ScalingReplay(
    long messages, long guard, int orders, List<Double> delays, Optional<String> error) {

  private static final long STEP = 1_000_000_000L;
  private static final long ONLY_AT_THE_END = Long.MAX_VALUE - 1;

  /**
   * Replays orders, and has the protocol's invariants judged when all is at rest.
   *
   * @param layout the founders, and a pool of all that are born later
   * @param meanDelay of a message, in steps
   */
  static <S> ScalingReplay of(
      Algorithm<S, ScalingMessage> algorithm,
      Layout layout,
      List<Ordered> orders,
      double meanDelay,
      long seed,
      Options options) {
    var meter = new ScalingMeter(orders, STEP);
    var simulation =
        Simulation.of(algorithm, layout)
            .network(Network.of(new Delay.Exponential((long) (meanDelay * STEP), 0)))
            .workload(Workload.entries(1).asks(_ -> false))
            .invariantsEvery(ONLY_AT_THE_END)
            .eavesdrop(meter);
    orders.forEach(order -> simulation.change(change(order)));
    var outcome = Trial.run(simulation, seed, options);
    return new ScalingReplay(
        outcome.messages(),
        guard(outcome),
        orders.size(),
        meter.delays(),
        outcome.violation().map(violation -> violation.verdict().word()));
  }

  /** Those that there would be without a guard. */
  double ownMessages() {
    return (double) messages - guard;
  }

  private static Change<ScalingMessage> change(Ordered order) {
    return new Change.Order<>(
        order.step() * STEP,
        order.instance(),
        order.toLeave() ? new Delete() : new Duplicate(order.newborn()));
  }

  private static long guard(Outcome outcome) {
    return outcome.messagesByKind().getOrDefault(Guard.class.getSimpleName(), 0L);
  }
}
