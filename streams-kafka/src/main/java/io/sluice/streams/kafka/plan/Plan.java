package io.sluice.streams.kafka.plan;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.Operators;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which slots a pipeline has. A slot is a process of the protocol, and a partition of each of the
 * pipeline's topics. The first slots are the keepers of the operators, one each; then follow those
 * from which each operator starts more instances. An operator that may have several has twice as
 * many as it needs, since an instance that is about to go still has its slot when others begin.
 *
 * <p>Slots are dealt to bundles once and for all: the first of each operator to the first bundle,
 * and so on. So records of a pipeline in which each operator has one instance stay in one bundle,
 * and with it in memory.
 */
public final class Plan {

  private final Graph graph;
  private final int asked;
  private final int bundles;
  private final Operators operators;
  private final List<List<Integer>> slots = new ArrayList<>();
  private final int[] operatorOf;
  private final int[] bundleOf;

  /** By operator, the operators whose records come to it, directly or through others. */
  private final List<Set<Integer>> inFront = new ArrayList<>();

  public Plan(Graph graph, int bundles) {
    this.graph = graph;
    this.asked = bundles;
    int founders = graph.operators().size();
    int next = founders;
    for (int operator = 0; operator < founders; operator++) {
      int max = graph.operators().get(operator).instances().max();
      var own = new ArrayList<>(List.of(operator));
      for (int more = max == 1 ? 0 : 2 * max - 1; more > 0; more--) {
        own.add(next++);
      }
      slots.add(List.copyOf(own));
    }
    this.bundles = Math.min(bundles, slots.stream().mapToInt(List::size).max().orElse(1));
    this.operatorOf = new int[next];
    this.bundleOf = new int[next];
    for (int operator = 0; operator < founders; operator++) {
      var own = slots.get(operator);
      for (int nth = 0; nth < own.size(); nth++) {
        operatorOf[own.get(nth)] = operator;
        bundleOf[own.get(nth)] = nth % this.bundles;
      }
    }
    for (int operator = 0; operator < founders; operator++) {
      inFront.add(inFrontOf(operator));
    }
    this.operators = new Operators(layout().plusPool(next - founders), keyed(), graph.keyGroups());
  }

  /** One founder for each operator. Neighbours compete. */
  private Layout layout() {
    var all = graph.operators();
    var names = all.stream().map(Operator::name).toList();
    var competitors =
        IntStream.range(0, all.size())
            .mapToObj(
                one ->
                    ProcessSet.of(
                        IntStream.range(0, all.size())
                            .filter(other -> feeds(one, other) || feeds(other, one))
                            .toArray()))
            .toList();
    return Layout.graph(names, competitors);
  }

  private boolean feeds(int from, int to) {
    return graph.successors(graph.operators().get(from)).contains(to);
  }

  /** Senders come before their receivers, so more is known of them already. */
  private Set<Integer> inFrontOf(int operator) {
    var found = new HashSet<Integer>();
    for (int sender = 0; sender < operator; sender++) {
      if (feeds(sender, operator)) {
        found.add(sender);
        found.addAll(inFront.get(sender));
      }
    }
    return Set.copyOf(found);
  }

  /** The partitions of a source are owned like the key groups of a keyed operator. */
  private ProcessSet keyed() {
    return ProcessSet.of(
        IntStream.range(0, graph.operators().size())
            .filter(
                index ->
                    graph.operators().get(index).isKeyed()
                        || graph.operators().get(index).isSource())
            .toArray());
  }

  public Graph graph() {
    return graph;
  }

  public Operators operators() {
    return operators;
  }

  /** How many slots there are. */
  public int size() {
    return operatorOf.length;
  }

  /** No more than there are slots of an operator, since the others would be empty. */
  public int bundles() {
    return bundles;
  }

  /** The operator that a slot is for. */
  public int operatorOf(int slot) {
    return operatorOf[slot];
  }

  /** The bundle that a slot runs in. */
  public int bundleOf(int slot) {
    return bundleOf[slot];
  }

  /** The slots of an operator, its keeper first. */
  public List<Integer> slotsOf(int operator) {
    return slots.get(operator);
  }

  /** Whether records of an operator come to another one, directly or through others. */
  public boolean leadsTo(int from, int to) {
    return inFront.get(to).contains(from);
  }

  public boolean isKeeper(int slot) {
    return slot < graph.operators().size();
  }

  /** The slots that run together, senders before their receivers. */
  public List<Integer> bundle(int bundle) {
    return IntStream.range(0, size())
        .filter(slot -> bundleOf[slot] == bundle)
        .boxed()
        .sorted(Comparator.comparingInt(slot -> operatorOf[slot]))
        .toList();
  }

  /**
   * What must stay as it is while a pipeline has state: two plans fit if these lines are equal. The
   * functions are not among them.
   */
  public List<String> shape() {
    var lines = new ArrayList<String>();
    lines.add("key groups: " + graph.keyGroups());
    lines.add("bundles: " + asked);
    for (int index = 0; index < slots.size(); index++) {
      var operator = graph.operators().get(index);
      lines.add(
          "operator '%s': %s%s, slots: %d"
              .formatted(
                  operator.name(), kind(operator), inputs(operator), slots.get(index).size()));
    }
    return lines;
  }

  private static String kind(Operator operator) {
    return switch (operator.logic()) {
      case Logic.Reading _ -> "source";
      case Logic.Stateless _ -> "stateless";
      case Logic.Timing _ -> "timestamps";
      case Logic.Writing _ -> "sink";
      case Logic.Keyed _ -> "keyed";
    };
  }

  private static String inputs(Operator operator) {
    return operator.inputs().isEmpty()
        ? ""
        : operator.inputs().stream()
            .map(
                input ->
                    "'%s' output %d as input %d"
                        .formatted(
                            input.from().operator().name(), input.from().number(), input.number()))
            .collect(Collectors.joining(", ", " of ", ""));
  }
}
