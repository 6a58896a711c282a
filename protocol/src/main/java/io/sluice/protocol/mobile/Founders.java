package io.sluice.protocol.mobile;

import io.sluice.protocol.Layout;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Queueing.Open;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The tree and the queue at the beginning: the members are in the order of their numbers, and the
 * token rests with the root.
 */
final class Founders {

  private final Layout layout;
  private final Complete shape;

  Founders(Layout layout, Balancing balancing) {
    this.layout = layout;
    this.shape = new Complete(layout.founders(), balancing, this::member);
  }

  State state(int node) {
    var place = shape.place(place(node), Optional.empty());
    return State.STRANGER
        .with(State.MEMBER)
        .with(TreeRole.at(place))
        .with(place.isRoot() ? resting(node) : Queueing.NONE);
  }

  private static Queueing resting(int root) {
    return Queueing.NONE.withLast(Optional.of(root)).with(Open.resting(Token.NEW));
  }

  /** How many members come before this one. */
  private int place(int node) {
    return node - earlierNewcomers(node);
  }

  /** The member with that number of members before it. */
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

  /** The usual case; then no member has to be counted. */
  private boolean newcomersAreLast() {
    return layout.founders() == layout.size() || layout.newcomers().least() == layout.founders();
  }
}
