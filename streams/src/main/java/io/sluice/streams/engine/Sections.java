package io.sluice.streams.engine;

import io.sluice.streams.graph.Graph;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Checks what the protocol promises: neighbouring operators never change at the same time. It is a
 * second opinion, not a lock; if it ever objects, the pipeline fails.
 */
final class Sections {

  private final AtomicIntegerArray inside;
  private final List<List<Integer>> neighbours;
  private final List<String> names;

  Sections(Graph graph) {
    int size = graph.operators().size();
    inside = new AtomicIntegerArray(size);
    names = graph.operators().stream().map(operator -> operator.name()).toList();
    neighbours =
        IntStream.range(0, size)
            .mapToObj(
                one ->
                    IntStream.range(0, size)
                        .filter(other -> feeds(graph, one, other) || feeds(graph, other, one))
                        .boxed()
                        .toList())
            .toList();
  }

  private static boolean feeds(Graph graph, int from, int to) {
    return graph.successors(graph.operators().get(from)).contains(to);
  }

  /** The operators that send to this one or that it sends to. */
  List<Integer> neighbours(int operator) {
    return neighbours.get(operator);
  }

  void enter(int operator, int instances) {
    inside.addAndGet(operator, instances);
    for (int neighbour : neighbours.get(operator)) {
      if (inside.get(neighbour) > 0) {
        throw new IllegalStateException(
            "the operators '%s' and '%s' change at the same time: this is a bug of Sluice"
                .formatted(names.get(operator), names.get(neighbour)));
      }
    }
  }

  void release(int operator) {
    inside.decrementAndGet(operator);
  }
}
