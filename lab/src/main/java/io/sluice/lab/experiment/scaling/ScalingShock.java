package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.scaling.ScalingPipeline.Moment;
import io.sluice.lab.simulate.Chance;
import io.sluice.protocol.scaling.LoadTarget;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The reaction of an operator to a shock: its load moves for a while, then jumps, up or down, by a
 * factor from 1.5 to 4, and stays there. Of the SASO properties (settling, accuracy, stability,
 * overshoot) all but accuracy are visible only while the load is constant.
 *
 * @param settling steps from the jump until the number of instances stays right: each instance's
 *     load between the thresholds, or the number less than one from its ideal
 * @param overshoot by how much the number went beyond the ideal in the direction of the jump, as a
 *     share of the ideal
 * @param reversals how often the number changed direction
 */
record ScalingShock(int settling, double overshoot, int reversals) {

  private static final int BEFORE = 50;
  private static final int AFTER = 60;
  private static final double LEAST = 1.5;
  private static final double GREATEST = 4;

  /** A random stream that nothing else draws from. */
  private static final int STREAM = 99;

  /** The reactions of all operators whose number of instances should change after the jump. */
  static List<ScalingShock> answers(Policy policy, ScalingMotion motion, long seed) {
    var chance = new Chance(seed, STREAM);
    double size = LEAST * StrictMath.pow(GREATEST / LEAST, chance.fraction());
    boolean up = chance.strikes(0.5);
    var loads =
        new ArrayList<>(motion.loads(seed, ScalingSetup.OPERATORS, BEFORE, ScalingSetup.START));
    var jumped = loads.getLast().stream().map(load -> up ? load * size : load / size).toList();
    loads.addAll(Collections.nCopies(AFTER, jumped));
    var run = ScalingSetup.run(policy, loads, seed);
    return IntStream.range(0, ScalingSetup.OPERATORS)
        .mapToObj(operator -> run.operator(operator).subList(BEFORE, BEFORE + AFTER))
        .filter(moments -> asksFor(up, moments.getFirst()))
        .map(moments -> answer(up, moments))
        .toList();
  }

  private static boolean asksFor(boolean up, Moment moment) {
    int asked = ScalingSetup.TARGET.asked(moment.load(), moment.instances());
    return up ? asked > 0 : asked < 0;
  }

  private static ScalingShock answer(boolean up, List<Moment> moments) {
    int settling = 0;
    double overshoot = 0;
    int reversals = 0;
    int direction = 0;
    for (int step = 0; step < moments.size(); step++) {
      var moment = moments.get(step);
      if (!isRight(moment)) {
        settling = step + 1;
      }
      double beyond = ScalingRun.accuracy(moment) - 1;
      overshoot = Math.max(overshoot, up ? beyond : -beyond);
      int before = moments.get(Math.max(step - 1, 0)).instances();
      int moved = Integer.compare(moment.instances(), before);
      if (moved != 0) {
        reversals += moved == -direction ? 1 : 0;
        direction = moved;
      }
    }
    return new ScalingShock(settling, overshoot, reversals);
  }

  private static boolean isRight(Moment moment) {
    LoadTarget target = ScalingSetup.TARGET;
    double each = moment.load() / moment.instances();
    return Math.abs(moment.instances() - target.ideal(moment.load())) < 1
        || !(target.isTooBusy(each) || target.isTooIdle(each));
  }
}
