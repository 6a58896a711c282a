package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.scaling.ScalingMotion.Kind;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Chance;
import io.sluice.protocol.scaling.LoadTarget;
import io.sluice.protocol.scaling.Policy;
import io.sluice.protocol.scaling.PolicyByChance;
import io.sluice.protocol.scaling.PolicyInTurn;
import io.sluice.protocol.scaling.PolicyWithHysteresis;
import java.util.Collections;
import java.util.List;

/** The pipeline of section 5.1 of the paper on decentralised scaling. */
final class ScalingSetup {

  static final int OPERATORS = 5;
  static final int INSTANCES = 7;
  static final int STEPS = 200;
  static final int PERIOD = 5;
  static final LoadTarget TARGET = new LoadTarget(500, 0.7, 0.8, 0.6);

  static final PolicyByChance BY_CHANCE = new PolicyByChance(TARGET, PERIOD);
  static final Policy WITH_HYSTERESIS =
      new PolicyWithHysteresis(BY_CHANCE, TARGET.between(0.5, 0.9));
  static final Policy IN_TURN = new PolicyInTurn(TARGET, 0.42, PERIOD);
  static final List<Policy> POLICIES = List.of(BY_CHANCE, WITH_HYSTERESIS, IN_TURN);

  /** The load that the 35 instances at the start are right for. */
  static final double START = INSTANCES * TARGET.ratio() * TARGET.capacity();

  /** The peak load of the paper's run. The paper does not print its step sizes. */
  static final double PRINTED_PEAK = 40_396;

  /** The median peak over 1,000 seeds is the printed one. */
  static final ScalingMotion MOTION =
      new ScalingMotion("a geometric Brownian motion", Kind.GEOMETRIC, 0.112);

  /** The median peak is the printed one here too. */
  static final ScalingMotion PLAIN_MOTION =
      new ScalingMotion("a plain Brownian motion", Kind.PLAIN, 600);

  private static final String PAPER = "the paper";

  private ScalingSetup() {}

  static ScalingRun run(Policy policy, ScalingMotion motion, long seed) {
    return run(policy, motion.loads(seed, OPERATORS, STEPS, START), seed);
  }

  static ScalingRun run(Policy policy, List<List<Double>> loads, long seed) {
    var pipeline = pipeline(policy, seed);
    return new ScalingRun(loads.stream().map(pipeline::step).toList());
  }

  static ScalingPipeline pipeline(Policy policy, long seed) {
    return new ScalingPipeline(
        policy, Collections.nCopies(OPERATORS, INSTANCES), new Chance(seed, 0));
  }

  /** The parameters that all experiments share. */
  static Section.Builder describe(Section.Builder section, int seeds) {
    return section
        .parameter("operators", OPERATORS + ", one after the other", PAPER)
        .parameter("instances at the start", INSTANCES + " of each", PAPER)
        .parameter("capacity C", "500 records a step", PAPER)
        .parameter("target ratio r", "0.7", PAPER)
        .parameter("thresholds", "0.8 C up, 0.6 C down", PAPER + ", with its arrows exchanged")
        .parameter("decisions", "each instance every 5 steps", PAPER)
        .parameter(
            "by chance",
            "the paper's policy; an instance counts its 5 steps from when it started to work",
            "the paper, with its printing errors corrected; the count is ours")
        .parameter("with hysteresis", "the same, but 0.9 C and 0.5 C to reverse direction", "ours")
        .parameter(
            "in turn",
            "the instance whose turn it is, by rank, starts all new instances; unless the"
                + " load falls to 0.42 C, no instance is deleted that was needed now or in the 3"
                + " steps before",
            "ours")
        .parameter("seeds", Integer.toString(seeds), "ours; the paper shows one run");
  }

  /** How the load moves. */
  static Section.Builder describeMotion(Section.Builder section) {
    return section
        .parameter("steps", Integer.toString(STEPS), PAPER)
        .parameter(
            "load",
            "for each operator " + MOTION.name() + ", deviation " + MOTION.deviation() + " a step",
            "a Brownian motion in the paper, which prints no step size; ours gives the"
                + " printed peak as the median, and small loads small steps, as in Fig. 5");
  }
}
