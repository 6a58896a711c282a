package io.sluice.streams.graph;

import io.sluice.streams.graph.Operator.Input;
import java.util.ArrayList;
import java.util.List;

/**
 * The operators of a pipeline, each after those that it gets its input from.
 *
 * @param name the pipeline's
 * @param keyGroups into how many groups the keys of a keyed operator fall
 * @param tuning how it runs
 */
public record Graph(String name, List<Operator> operators, int keyGroups, Tuning tuning) {

  /**
   * @throws IllegalStateException if this is no pipeline that can run
   */
  public Graph {
    operators = List.copyOf(operators);
    if (operators.isEmpty()) {
      throw new IllegalStateException(
          "pipeline '%s' is empty: begin with from(name, source)".formatted(name));
    }
    for (var operator : operators) {
      if (!(operator.logic() instanceof Logic.Writing) && !feeds(operators, operator)) {
        throw new IllegalStateException(
            "nothing takes the records of '%s' in pipeline '%s': end it with to(name, sink)"
                .formatted(operator.name(), name));
      }
    }
  }

  private static boolean feeds(List<Operator> operators, Operator from) {
    return operators.stream()
        .flatMap(operator -> operator.inputs().stream())
        .anyMatch(input -> input.from().operator() == from);
  }

  /** An operator has at most that number of outputs. */
  public static final int MOST_PORTS = 3;

  /** A record that leaves an operator goes to these. */
  public record Destination(int operator, Input input) {}

  /** Whether its records have times. */
  public boolean isTimed() {
    return operators.stream().anyMatch(each -> each.logic() instanceof Logic.Timing);
  }

  public int indexOf(Operator operator) {
    return operators.indexOf(operator);
  }

  /** Where the records of one port go. */
  public List<Destination> destinations(Operator from, int port) {
    var all = new ArrayList<Destination>();
    for (int index = 0; index < operators.size(); index++) {
      for (var input : operators.get(index).inputs()) {
        if (input.from().operator() == from && input.from().number() == port) {
          all.add(new Destination(index, input));
        }
      }
    }
    return all;
  }

  /** The operators that get records of this one, in ascending order. */
  public List<Integer> successors(Operator from) {
    return operators.stream()
        .filter(operator -> feeds(List.of(operator), from))
        .map(this::indexOf)
        .toList();
  }
}
