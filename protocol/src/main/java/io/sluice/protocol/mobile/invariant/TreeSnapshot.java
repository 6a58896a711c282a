package io.sluice.protocol.mobile.invariant;

import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Message.Gathered;
import io.sluice.protocol.mobile.Message.Vacated;
import io.sluice.protocol.mobile.Place.Extent;
import io.sluice.protocol.mobile.Size;
import io.sluice.protocol.mobile.State;
import io.sluice.protocol.mobile.TreeRole.Move.Between;
import io.sluice.protocol.mobile.TreeRole.Move.Gathering;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tree as it is in a world, if it is complete (Lemma 5): every place is held by one process or
 * in transit to one; a child takes for its parent a process that has the place above, gives it away
 * or is to have it, and the other way round; and every place can be reached from the root. Where a
 * subtree is rebuilt, the free processes count as below the one that knows of them.
 */
final class TreeSnapshot {

  private final World<State, Message> world;
  private final List<PlaceHolding> tenures;

  /** The places right below each. */
  private final Map<PlaceHolding, List<PlaceHolding>> below = new HashMap<>();

  /** The free processes. */
  private final Set<Integer> free = new HashSet<>();

  private TreeSnapshot(World<State, Message> world) {
    this.world = world;
    this.tenures = PlaceHolding.all(world);
  }

  /** The tree; nothing if it is not whole. */
  static Optional<TreeSnapshot> of(World<State, Message> world) {
    var tree = new TreeSnapshot(world);
    var roots = tree.tenures.stream().filter(tenure -> tenure.place().isRoot()).toList();
    return roots.size() == 1 && tree.hasAll(roots.getFirst()) && tree.hasEverybody()
        ? Optional.of(tree)
        : Optional.empty();
  }

  private PlaceHolding root() {
    return tenures.stream().filter(tenure -> tenure.place().isRoot()).findFirst().orElseThrow();
  }

  /** Whether from the root one comes to each place, once. */
  private boolean hasAll(PlaceHolding root) {
    var unseen = new ArrayList<>(tenures);
    unseen.remove(root);
    var ahead = new ArrayDeque<>(List.of(root));
    while (!ahead.isEmpty()) {
      var above = ahead.poll();
      var children = new ArrayList<PlaceHolding>();
      for (int child : above.place().children()) {
        var found =
            unseen.stream()
                .filter(each -> each.isOf(child) && isBelow(each, above))
                .min(Comparator.comparingInt(each -> each.claim(child)));
        if (found.isPresent()) {
          children.add(found.get());
          unseen.remove(found.get());
        } else if (!isExcused(child, above)) {
          return false;
        }
      }
      below.put(above, children);
      ahead.addAll(children);
    }
    return unseen.stream()
        .allMatch(
            each -> each.vacated() && tenures.stream().anyMatch(above -> isBelow(each, above)));
  }

  private static boolean isBelow(PlaceHolding tenure, PlaceHolding above) {
    return tenure.place().parent().map(above::isOf).orElse(false);
  }

  /** Whether a child's place is no more: it has said so, or is free and known to be. */
  private boolean isExcused(int child, PlaceHolding above) {
    if (world.state(above.holder()).tree().move() instanceof Gathering(_, _, var gathered)) {
      free.addAll(gathered);
    }
    for (var early : PlaceHolding.arriving(world, above.holder())) {
      if (early.from() == child && early.message() instanceof Gathered(var more)) {
        free.addAll(more);
      }
      if (early.from() == child && early.message() instanceof Vacated) {
        return true;
      }
    }
    return free.contains(child);
  }

  /** Whether each member has a place, or will have one. */
  private boolean hasEverybody() {
    for (int node = 0; node < world.layout().size(); node++) {
      int member = node;
      if (!world.crashed(node)
          && !world.state(node).isOutside()
          && !free.contains(node)
          && !replaces(node)
          && tenures.stream().noneMatch(tenure -> tenure.isOf(member))) {
        return false;
      }
    }
    return true;
  }

  /** Whether it waits for the place of a departing process. */
  private boolean replaces(int node) {
    return world.state(node).tree().move() instanceof Between(var giver)
        && giver.isPresent()
        && tenures.stream().anyMatch(tenure -> tenure.holder() == giver.get());
  }

  /** Whether the root could take up the next errand. */
  boolean isAtRest() {
    var t = world.state(root().holder()).tree();
    return t.isRoot() && t.isReady();
  }

  /** How large the tree really is. */
  Size size() {
    return size(root());
  }

  private Size size(PlaceHolding top) {
    return Size.above(below(top).stream().map(this::size).toList());
  }

  private List<PlaceHolding> below(PlaceHolding top) {
    return below.getOrDefault(top, List.of());
  }

  /** Whether every place that weighs the parts below has their real sizes. */
  boolean isWeighed() {
    return tenures.stream()
        .filter(tenure -> !tenure.vacated())
        .allMatch(
            tenure ->
                switch (tenure.place().extent()) {
                  case Extent.Numbered _ -> true;
                  case Extent.Weighed(var branches) ->
                      branches.equals(below(tenure).stream().map(this::size).toList());
                });
  }
}
