package io.sluice.protocol.mobile;

import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Tree;
import io.sluice.protocol.mobile.Message.Fetch;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Noted;
import io.sluice.protocol.mobile.Message.Replace;
import io.sluice.protocol.mobile.Message.Seat;
import io.sluice.protocol.mobile.Message.Settled;
import io.sluice.protocol.mobile.Message.Vacated;
import io.sluice.protocol.mobile.Place.Extent.Numbered;
import io.sluice.protocol.mobile.TreeRole.Move.Vacating;
import io.sluice.protocol.mobile.TreeRole.Move.Yielding;
import java.util.List;
import java.util.Optional;

/**
 * A tree that keeps its shape: a newcomer gets the first free place, and the last leaf takes the
 * place of a departing process (Jagadish et al., BATON*). So the tree is complete, and has the
 * least possible height.
 */
final class ShapedTree extends TreeSide {

  private final int arity;

  ShapedTree(int self, Balancing balancing) {
    super(self, balancing);
    this.arity = balancing.arity();
  }

  @Override
  TreeRole enrol(TreeRole t, int newcomer, int introducer, Outbox<Message> out) {
    int number = t.place().orElseThrow().numbered().size();
    return onSeat(ordered(t, number + 1), new Seat(number, newcomer, self), out);
  }

  @Override
  TreeRole quit(TreeRole t, int leaver, Outbox<Message> out) {
    int number = t.place().orElseThrow().numbered().size() - 1;
    return onFetch(ordered(t, number), new Fetch(number, leaver, self), out);
  }

  private static TreeRole ordered(TreeRole t, int size) {
    var place = t.place().orElseThrow();
    return t.with(place.with(new Numbered(Tree.ROOT, size))).with(TreeRole.RESHAPING);
  }

  @Override
  TreeRole reshape(TreeRole t, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Seat seat -> onSeat(t, seat, out);
      case Fetch fetch -> onFetch(t, fetch, out);
      case Vacated _ -> {
        out.send(from, new Noted());
        yield t.with(t.place().orElseThrow().without(from));
      }
      case Replace(int root) -> t.with(new Yielding(from, root));
      case Settled(var climbs) -> adopt(t.with(TreeRole.STILL), from, climbs);
      default ->
          throw new ImpossibleInput(
              self, new Input.Receive<>(from, message), "this is not about a place");
    };
  }

  @Override
  boolean isUnbalanced(TreeRole t) {
    return false;
  }

  @Override
  TreeRole balance(TreeRole t, Outbox<Message> out) {
    return t;
  }

  @Override
  protected void hasYielded(Place place, int successor, int root, Outbox<Message> out) {
    if (root != self) {
      out.send(root, new Settled(List.of()));
    }
  }

  /** The first free place goes to a newcomer. */
  private TreeRole onSeat(TreeRole t, Seat seat, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (!isRightBelow(place, seat.number())) {
      out.send(towards(place, seat.number()), seat);
      return t;
    }
    var free = new Place(Optional.of(self), List.of(), new Numbered(seat.number(), 0));
    out.send(seat.newcomer(), new Given(free, List.of()));
    if (seat.root() != self) {
      out.send(seat.root(), new Settled(List.of()));
    }
    return t.with(place.withChild(seat.newcomer()))
        .with(seat.root() == self ? TreeRole.STILL : t.move());
  }

  /**
   * The last leaf gives up its place: to replace a departing process, or because it departs itself.
   */
  private TreeRole onFetch(TreeRole t, Fetch fetch, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (place.numbered().number() != fetch.number()) {
      out.send(towards(place, fetch.number()), fetch);
      return t;
    }
    out.send(place.parent().orElseThrow(), new Vacated(List.of()));
    return t.with(new Vacating(fetch.leaver(), fetch.root()));
  }

  @Override
  TreeRole onNoted(TreeRole t, int from, Outbox<Message> out) {
    if (t.move() instanceof Vacating(int leaver, int root)) {
      if (leaver == self) {
        out.send(root, new Settled(ofOthers(t)));
        return climbIsOver(t, out).withClimbs(List.of()).away(TreeRole.STILL);
      }
      out.send(leaver, new Replace(root));
      return t.away(between(leaver));
    }
    return super.onNoted(t, from, out);
  }

  /** Whether another place is right below this one. */
  private boolean isRightBelow(Place place, int other) {
    return other != Tree.ROOT && (other - 1) / arity == place.numbered().number();
  }

  /** The child of this place on the way to a lower one. */
  private int towards(Place place, int lower) {
    int below = lower;
    while (!isRightBelow(place, below)) {
      below = (below - 1) / arity;
    }
    return place.children().get(below - place.numbered().number() * arity - 1);
  }
}
