package io.sluice.lab.experiment;

import io.sluice.lab.experiment.ScalingPipeline.Ordered;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.protocol.scaling.ScalingMessage.Delete;
import io.sluice.protocol.scaling.ScalingMessage.Duplicate;
import io.sluice.protocol.scaling.ScalingMessage.Guard;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The decisions of a pipeline in discrete time, given as orders to instances that speak a real
 * protocol over a real network: a message takes half a step to a step and a half.
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
  private static final Network NETWORK = Network.of(new Delay.Uniform(STEP / 2, 3 * STEP / 2));

  /** Replays orders, and has the protocol's invariants judged when all is at rest. */
  static <S> ScalingReplay of(
      Algorithm<S, ScalingMessage> algorithm,
      Layout founders,
      List<Ordered> orders,
      int everBorn,
      long seed,
      Options options) {
    var layout = founders.plusPool(everBorn - founders.size());
    var meter = new ScalingMeter(orders, STEP);
    Supplier<Simulation<S, ScalingMessage>> simulation =
        () -> {
          var fresh =
              Simulation.of(algorithm, layout)
                  .network(NETWORK)
                  .workload(Workload.entries(1).asks(_ -> false));
          orders.forEach(order -> fresh.change(change(order)));
          return fresh;
        };
    var outcome = Trial.run(simulation.get().eavesdrop(meter), seed, options);
    // The same again, to be judged after the very last event: at rest.
    var atRest =
        outcome.violation().isPresent()
            ? outcome
            : Trial.run(simulation.get().invariantsEvery(outcome.events()), seed, options);
    return new ScalingReplay(
        outcome.messages(),
        guard(outcome),
        orders.size(),
        meter.delays(),
        atRest.violation().map(Violation::rule));
  }

  private static Change<ScalingMessage> change(Ordered order) {
    return new Change.Order<>(
        order.step() * STEP,
        order.instance(),
        order.newborn().isEmpty() ? new Delete() : new Duplicate(order.newborn()));
  }

  private static long guard(Outcome outcome) {
    return outcome.messagesByKind().getOrDefault(Guard.class.getSimpleName(), 0L);
  }
}
