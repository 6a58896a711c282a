package io.sluice.lab.experiment;

import io.sluice.lab.simulate.Chance;
import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Decision.Duplicate;
import io.sluice.protocol.scaling.Decision.Stay;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Load.Trend;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A pipeline of operators in discrete time, as section 5.1 of the paper has it: in each step the
 * instances share what their operator receives, and those that are due decide.
 *
 * <p>What is sent in a step is processed in the next. To duplicate is announced to all neighbours
 * in step t; the acknowledgements and the start messages are sent in t + 1, and the newborns work
 * from t + 2 on. To leave is announced in t and acknowledged in t + 1, when no records come any
 * more. The routing tables are right: that they are is the protocol's business, not the policy's.
 */
final class ScalingPipeline {

  /** From the decision to the first step in which the newborns work. */
  private static final int UNTIL_WORK = 2;

  private static final Decision STAY = new Stay();

  /** What an instance remembers: this step, and as many before it as it takes to start another. */
  private static final int REMEMBERED = 1 + UNTIL_WORK + 1;

  /**
   * What one operator did in one step.
   *
   * @param load what it received
   * @param instances how many shared that
   * @param messages how many were sent for its changes
   */
  record Moment(double load, int instances, int messages) {}

  /**
   * One instance.
   *
   * @param working from which step on it works
   * @param free from which step on it may begin another change
   */
  private record Instance(int working, int free) {}

  /**
   * The instances of one operator in the order of their birth, and what neighbours know of them.
   */
  private static final class Operator {
    private final ArrayDeque<Double> remembered = new ArrayDeque<>();
    private List<Instance> instances;
    private Trend trend = Trend.STEADY;
    private int answers;

    Operator(int instances) {
      this.instances = new ArrayList<>(Collections.nCopies(instances, new Instance(0, 0)));
    }

    /** Those that work come first, since they were born first. */
    int sharing(int step) {
      int sharing = instances.size();
      while (instances.get(sharing - 1).working > step) {
        sharing--;
      }
      return sharing;
    }

    void remember(double load) {
      remembered.addLast(load);
      if (remembered.size() > REMEMBERED) {
        remembered.removeFirst();
      }
    }
  }

  private final Policy policy;
  private final Chance chance;
  private final List<Operator> operators;
  private int step;

  /**
   * A pipeline whose instances have all just begun to work.
   *
   * @param instances of each operator
   */
  ScalingPipeline(Policy policy, List<Integer> instances, Chance chance) {
    this.policy = policy;
    this.chance = chance;
    this.operators = instances.stream().map(Operator::new).toList();
  }

  /**
   * Makes a step.
   *
   * @param loads the records that each operator receives
   * @return what each operator did
   */
  List<Moment> step(List<Double> loads) {
    step++;
    // All see the neighbours that there are when the step begins.
    var neighbours = IntStream.range(0, operators.size()).map(this::neighbours).toArray();
    return IntStream.range(0, operators.size())
        .mapToObj(i -> step(operators.get(i), loads.get(i), neighbours[i]))
        .toList();
  }

  /** |succs| + |preds|: every instance knows all of the operators before and after its own. */
  private int neighbours(int operator) {
    return IntStream.of(operator - 1, operator + 1)
        .filter(beside -> beside >= 0 && beside < operators.size())
        .map(beside -> operators.get(beside).instances.size())
        .sum();
  }

  private Moment step(Operator operator, double load, int neighbours) {
    operator.remember(load);
    var before = operator.instances;
    int sharing = operator.sharing(step);
    int messages = operator.answers;
    operator.answers = 0;
    var after = new ArrayList<Instance>(before.size());
    int newborns = 0;
    for (int rank = 0; rank < before.size(); rank++) {
      var instance = before.get(rank);
      var decision = isDue(instance, rank, sharing) ? decide(operator, load, sharing, rank) : STAY;
      if (decision instanceof Stay) {
        after.add(instance);
        continue;
      }
      messages += neighbours;
      operator.answers += neighbours;
      if (decision instanceof Duplicate(int times)) {
        after.add(new Instance(instance.working, step + UNTIL_WORK));
        operator.answers += times;
        newborns += times;
      }
    }
    after.addAll(Collections.nCopies(newborns, new Instance(step + UNTIL_WORK, step + UNTIL_WORK)));
    if (after.size() != before.size()) {
      operator.trend = after.size() > before.size() ? Trend.GROWING : Trend.SHRINKING;
    }
    operator.instances = after;
    return new Moment(load, sharing, messages);
  }

  private boolean isDue(Instance instance, int rank, int sharing) {
    return instance.free <= step
        && policy.isDue(step, (long) step - instance.working, rank, sharing);
  }

  private Decision decide(Operator operator, double load, int sharing, int rank) {
    int named = operator.instances.size();
    double peak = Collections.max(operator.remembered);
    var seen = new Load(load / sharing, sharing, named, rank, peak, operator.trend);
    return policy.decide(seen, chance.fraction());
  }
}
