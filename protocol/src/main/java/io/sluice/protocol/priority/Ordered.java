package io.sluice.protocol.priority;

import io.sluice.protocol.Tree;
import io.sluice.protocol.World;
import io.sluice.protocol.priority.Message.Change;
import io.sluice.protocol.priority.Message.Move;
import io.sluice.protocol.priority.TreeLinks.Stage;
import java.util.List;
import java.util.stream.IntStream;

/** The orders that participants of {@link Padme} can be given. */
final class Ordered {

  private Ordered() {}

  /** To the root: any other models. */
  static List<Message> changes(World<State, Message> world, int node) {
    var s = world.state(node);
    return s.isRoot()
        ? Models.ALL.stream()
            .filter(models -> !models.equals(s.models()))
            .<Message>map(models -> new Change(s.dead(), models))
            .toList()
        : List.of();
  }

  /**
   * To any participant but the root that is at rest in the tree: another parent that is not below
   * it.
   */
  static List<Message> moves(World<State, Message> world, int node) {
    var s = world.state(node);
    boolean isAtRest = s.links().stage() == Stage.MEMBER && s.links().seeking().isEmpty();
    return isAtRest && !s.isRoot()
        ? IntStream.range(0, world.layout().size())
            .filter(other -> world.member(other) && !s.links().isParent(other))
            .filter(other -> !isBelow(world, node, other))
            .<Message>mapToObj(other -> new Move(s.dead(), other))
            .toList()
        : List.of();
  }

  private static boolean isBelow(World<State, Message> world, int node, int other) {
    int up = other;
    for (int steps = 0; steps < world.layout().size() && up != node; steps++) {
      up = world.state(up).links().parent().orElse(Tree.ROOT);
    }
    return up == node;
  }
}
