package io.sluice.protocol.mobile;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Token;
import io.sluice.protocol.Tree;
import io.sluice.protocol.mobile.Queueing.Open;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The tree and the queue at the beginning: the members stand in the order of their numbers, and the
 * token rests with the root.
 */
final class Founders {

  private final Layout layout;
  private final Tree shape;

  Founders(Layout layout, int arity) {
    this.layout = layout;
    this.shape = new Tree(layout.founders(), arity);
  }

  State state(int node) {
    int number = place(node);
    boolean root = number == Tree.ROOT;
    var parent = root ? Optional.<Integer>empty() : Optional.of(member(shape.parent(number)));
    int first = Math.min(number * shape.arity() + 1, shape.size());
    int end = Math.min(first + shape.arity(), shape.size());
    var children = IntStream.range(first, end).mapToObj(this::member).toList();
    var place = new Place(number, parent, children, root ? shape.size() : 0);
    return State.STRANGER
        .with(State.MEMBER)
        .with(Standing.at(place))
        .with(root ? resting(node) : Queueing.NONE);
  }

  private static Queueing resting(int root) {
    return Queueing.NONE
        .withLast(Optional.of(root))
        .with(new Open(Claim.ALONE, Token.NEW, 0, Optional.empty()));
  }

  /** How many members come before this one. */
  private int place(int node) {
    return node - earlierNewcomers(node);
  }

  /** The member before which so many come. */
  private int member(int place) {
    int node = place;
    while (layout.newcomers().contains(node) || place(node) < place) {
      node++;
    }
    return node;
  }

  private int earlierNewcomers(int node) {
    return newcomersAreLast()
        ? 0
        : (int) IntStream.range(0, node).filter(layout.newcomers()::contains).count();
  }

  /** As they mostly are; then nobody has to be counted. */
  private boolean newcomersAreLast() {
    return layout.founders() == layout.size() || layout.newcomers().least() == layout.founders();
  }
}
