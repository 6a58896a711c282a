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
 * The decisions of a pipeline in discrete time, given as orders to instances that run the protocol
 * itself, over a network with exponential delays.
 *
 * @param messages all messages sent
 * @param guard how many of them are the guard's
 * @param orders how many orders were given
 * @param delays for each completed change the time from the order to its end, in steps
 * @param error what went wrong, if anything did
 */
record ScalingReplay(
    long messages, long guard, int orders, List<Double> delays, Optional<String> error) {

  private static final long STEP = 1_000_000_000L;
  private static final long ONLY_AT_THE_END = Long.MAX_VALUE - 1;

  /**
   * Replays orders, and checks the protocol's invariants when the system is at rest.
   *
   * @param layout the instances at the start, and a pool of those that are started later
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
            .auditMessages(meter);
    orders.forEach(order -> simulation.change(change(order)));
    var outcome = Trial.run(simulation, seed, options);
    return new ScalingReplay(
        outcome.messages(),
        guard(outcome),
        orders.size(),
        meter.delays(),
        outcome.violation().map(violation -> violation.verdict().word()));
  }

  /** The messages that are not the guard's. */
  double ownMessages() {
    return (double) messages - guard;
  }

  private static Change<ScalingMessage> change(Ordered order) {
    return new Change.Order<>(
        order.step() * STEP,
        order.instance(),
        order.isDeletion() ? new Delete() : new Duplicate(order.startedSet()));
  }

  private static long guard(Outcome outcome) {
    return outcome.messagesByKind().getOrDefault(Guard.class.getSimpleName(), 0L);
  }
}
