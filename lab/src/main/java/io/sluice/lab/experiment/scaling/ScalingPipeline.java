package io.sluice.lab.experiment.scaling;

import io.sluice.lab.simulate.Chance;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Duplicate;
import io.sluice.protocol.scaling.Decision.Stay;
import io.sluice.protocol.scaling.Load;
import io.sluice.protocol.scaling.Load.Trend;
import io.sluice.protocol.scaling.Policy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A pipeline of operators in discrete time, as in section 5.1 of the paper: in each step the
 * instances share what their operator receives, and those whose turn it is decide.
 *
 * <p>What is sent in a step is processed in the next. A duplication is announced to all neighbours
 * in step t; the acknowledgements and the start messages are sent in t + 1, and the new instances
 * work from t + 2 on. A deletion is announced in t and acknowledged in t + 1, when no more records
 * arrive. The routing tables are assumed to be right: keeping them right is the protocol's task,
 * not the policy's.
 */
final class ScalingPipeline {

  /** Steps from the decision until the new instances work. */
  private static final int UNTIL_WORK = 2;

  private static final Decision STAY = new Stay();

  /**
   * How many loads an instance remembers: this step's, and those of the steps that starting another
   * takes.
   */
  private static final int REMEMBERED = 1 + UNTIL_WORK + 1;

  /**
   * What one operator did in one step.
   *
   * @param load the records it received
   * @param instances how many instances shared them
   * @param messages how many messages were sent for its changes
   */
  record Moment(double load, int instances, int messages) {}

  /**
   * An order to an instance.
   *
   * @param instance its number: instances at the start are numbered from 0, operator by operator,
   *     and later ones get the next number
   * @param first the number of the first instance that it starts
   * @param started how many instances it starts; 0 if it is deleted
   */
  record Ordered(int step, int instance, int first, int started) {

    boolean isDeletion() {
      return started == 0;
    }

    ProcessSet startedSet() {
      return ProcessSet.range(first, first + started);
    }
  }

  /**
   * One instance.
   *
   * @param working from which step on it works
   * @param free from which step on it may begin another change
   */
  private record Instance(int number, int working, int free) {}

  /** The instances of one operator in the order of their start, and what they remember. */
  private static final class Operator {
    private final ArrayDeque<Double> remembered = new ArrayDeque<>();
    private List<Instance> instances;
    private Trend trend = Trend.STEADY;
    private double peak;
    private int answers;

    Operator(List<Instance> instances) {
      this.instances = instances;
    }

    /** How many instances work; they come first, since they were started first. */
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
      peak = Collections.max(remembered);
    }
  }

  private final Policy policy;
  private final Chance chance;
  private final List<Operator> operators;
  private final List<Ordered> orders = new ArrayList<>();
  private int step;
  private int next;

  /**
   * A pipeline whose instances have all just begun to work.
   *
   * @param instances of each operator
   */
  ScalingPipeline(Policy policy, List<Integer> instances, Chance chance) {
    this.policy = policy;
    this.chance = chance;
    this.operators = instances.stream().map(size -> new Operator(begin(size, 0))).toList();
  }

  /** New instances that work from the given step on. */
  private List<Instance> begin(int size, int working) {
    var begun =
        IntStream.range(next, next + size)
            .mapToObj(number -> new Instance(number, working, working))
            .toList();
    next += size;
    return begun;
  }

  /** All orders so far, in the order of the steps. */
  List<Ordered> orders() {
    return List.copyOf(orders);
  }

  /** How many instances have been started in total. */
  int everStarted() {
    return next;
  }

  /**
   * Makes a step.
   *
   * @param loads the records that each operator receives
   * @return what each operator did
   */
  List<Moment> step(List<Double> loads) {
    step++;
    // All see the neighbours as they are when the step begins.
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
    int sharing = operator.sharing(step);
    int messages = operator.answers;
    operator.answers = 0;
    var decisions = new TreeMap<Integer, Decision>();
    for (int rank = 0; rank < sharing; rank++) {
      if (isDue(operator.instances.get(rank), rank, sharing)) {
        var decision = decide(operator, load, sharing, rank);
        if (!(decision instanceof Stay)) {
          decisions.put(rank, decision);
        }
      }
    }
    if (!decisions.isEmpty()) {
      messages += decisions.size() * neighbours;
      operator.answers += decisions.size() * neighbours;
      carryOut(decisions, operator);
    }
    return new Moment(load, sharing, messages);
  }

  private void carryOut(SortedMap<Integer, Decision> byRank, Operator operator) {
    var before = operator.instances;
    var after = new ArrayList<Instance>(before.size());
    var started = new ArrayList<Instance>();
    for (int rank = 0; rank < before.size(); rank++) {
      var instance = before.get(rank);
      var decision = byRank.getOrDefault(rank, STAY);
      int first = next;
      switch (decision) {
        case Stay() -> after.add(instance);
        case Duplicate(int times) -> {
          after.add(new Instance(instance.number, instance.working, step + UNTIL_WORK));
          started.addAll(begin(times, step + UNTIL_WORK));
          operator.answers += times;
        }
        case Delete() -> {}
      }
      if (!(decision instanceof Stay)) {
        orders.add(new Ordered(step, instance.number, first, next - first));
      }
    }
    after.addAll(started);
    operator.trend =
        switch (Integer.compare(after.size(), before.size())) {
          case 1 -> Trend.GROWING;
          case -1 -> Trend.SHRINKING;
          default -> operator.trend;
        };
    operator.instances = after;
  }

  private boolean isDue(Instance instance, int rank, int sharing) {
    return instance.free <= step
        && policy.isDue(step, (long) step - instance.working, rank, sharing);
  }

  private Decision decide(Operator operator, double load, int sharing, int rank) {
    int named = operator.instances.size();
    var seen = new Load(load / sharing, sharing, named, rank, operator.peak, operator.trend);
    return policy.decide(seen, chance.fraction());
  }
}
