package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.scaling.keyed.StreamState.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What can be read off a pipeline from outside: its graph, its living instances, its inboxes. */
final class Pipelines {

  private Pipelines() {}

  private static int operators(Layout layout) {
    return layout.withoutPool().groups();
  }

  private static boolean areNeighbours(Layout layout, int one, int other) {
    return layout.compete(layout.members(one).least(), layout.members(other).least());
  }

  /** The operators that send to this one. */
  static List<Integer> predecessors(Layout layout, int operator) {
    return IntStream.range(0, operator)
        .filter(other -> areNeighbours(layout, other, operator))
        .boxed()
        .toList();
  }

  /** The operators that this one sends to. */
  static List<Integer> successors(Layout layout, int operator) {
    return IntStream.range(operator + 1, operators(layout))
        .filter(other -> areNeighbours(layout, other, operator))
        .boxed()
        .toList();
  }

  /** The ways from an operator to the last ones. */
  static List<List<Integer>> paths(Layout layout, int operator) {
    var next = successors(layout, operator);
    if (next.isEmpty()) {
      return List.of(List.of(operator));
    }
    var paths = new ArrayList<List<Integer>>();
    for (int after : next) {
      for (var rest : paths(layout, after)) {
        var path = new ArrayList<>(List.of(operator));
        path.addAll(rest);
        paths.add(path);
      }
    }
    return paths;
  }

  /** The active instances of an operator. */
  static ProcessSet living(World<StreamState, StreamMessage> world, int operator) {
    var living = ProcessSet.EMPTY;
    for (int process = 0; process < world.layout().size(); process++) {
      var control = world.state(process).control();
      if (control.active() && control.operator() == operator) {
        living = living.plus(process);
      }
    }
    return living;
  }

  /** What a sender has put into a receiver's inbox and the receiver has not taken. */
  static List<Placed> unread(World<StreamState, StreamMessage> world, int from, int to) {
    var all = world.state(from).sent().getOrDefault(to, List.of());
    return all.subList(world.state(to).read().getOrDefault(from, 0), all.size());
  }

  /** Whether nothing is on its way between two processes. */
  static boolean isSilent(World<StreamState, StreamMessage> world, int from, int to) {
    return world.inTransit(from, to).isEmpty() && unread(world, from, to).isEmpty();
  }

  /** Whether nothing can happen any more without new orders or records. */
  static boolean atRest(World<StreamState, StreamMessage> world) {
    int size = world.layout().size();
    for (int one = 0; one < size; one++) {
      var s = world.state(one);
      if (!s.out().isEmpty() || s.control().awaitsFlush()) {
        return false;
      }
      for (int other = 0; other < size; other++) {
        if (!isSilent(world, one, other)) {
          return false;
        }
      }
    }
    return true;
  }
}
