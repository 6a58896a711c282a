package io.sluice.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An immutable queue of processes, in the order of service.
 *
 * <p>Its cost depends on its length, not on the numbers of its members.
 */
public record ProcessQueue(List<@ProcessId Integer> nodes) {

  /** The empty queue. */
  public static final ProcessQueue EMPTY = new ProcessQueue(List.of());

  public ProcessQueue {
    nodes = List.copyOf(nodes);
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  public boolean contains(int node) {
    return nodes.contains(node);
  }

  /** The process that is served next. */
  public int first() {
    return nodes.getFirst();
  }

  /** The process that is served last. */
  public int last() {
    return nodes.getLast();
  }

  /** The queue after its first member has been served. */
  public ProcessQueue rest() {
    return nodes.size() == 1 ? EMPTY : new ProcessQueue(nodes.subList(1, nodes.size()));
  }

  /** The queue with one more member at its end. */
  public ProcessQueue plus(int node) {
    var longer = new ArrayList<>(nodes);
    longer.add(node);
    return new ProcessQueue(longer);
  }

  /** The queue with those of another one after its own. */
  public ProcessQueue plus(ProcessQueue others) {
    if (others.isEmpty()) {
      return this;
    }
    var longer = new ArrayList<>(nodes);
    longer.addAll(others.nodes);
    return new ProcessQueue(longer);
  }

  /**
   * A promise of protocols with queues: no process is in two of them or twice in one, since it
   * would be served when it does not want to be.
   *
   * @param kept the queue of a process
   * @param carried the queue in a message, if there is one
   */
  public static <S, M> Predicate<World<S, M>> areApart(
      Function<? super S, ProcessQueue> kept, Function<? super M, Optional<ProcessQueue>> carried) {
    return world -> {
      int n = world.layout().size();
      var all = EMPTY;
      for (int node = 0; node < n; node++) {
        all = all.plus(kept.apply(world.state(node)));
        for (int to = 0; to < n; to++) {
          for (var message : world.inTransit(node, to)) {
            all = all.plus(carried.apply(message).orElse(EMPTY));
          }
        }
      }
      return ProcessSet.of(all.nodes().stream().mapToInt(each -> each).toArray()).size()
          == all.nodes().size();
    };
  }
}
