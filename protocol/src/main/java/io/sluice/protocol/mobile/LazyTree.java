package io.sluice.protocol.mobile;

import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.mobile.Message.Depart;
import io.sluice.protocol.mobile.Message.Gather;
import io.sluice.protocol.mobile.Message.Gathered;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Insert;
import io.sluice.protocol.mobile.Message.Pick;
import io.sluice.protocol.mobile.Message.Seek;
import io.sluice.protocol.mobile.Message.Vacated;
import io.sluice.protocol.mobile.Message.Weighed;
import io.sluice.protocol.mobile.TreeRole.Move.Departing;
import io.sluice.protocol.mobile.TreeRole.Move.Gathering;
import io.sluice.protocol.mobile.TreeRole.Move.Yielding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A tree that may have any shape until it is too high; then the subtree below a scapegoat is
 * rebuilt (Galperin and Rivest, 1993; Andersson, 1999).
 *
 * <p>A newcomer goes below its introducer, or lower where that has all its children. A leaf from
 * below takes the place of a departing process. Each place knows height and weight of the subtree
 * below each child; after a change the new sizes go up to the root, which takes up the next join or
 * departure when they have arrived.
 *
 * <p>If the tree is then higher than alpha times the logarithm of its weight, the way to the lowest
 * leaf leads down to the scapegoat: the last process on it whose own subtree is too high. That
 * subtree is taken apart from the leaves up, so that every process has all that was sent to it from
 * below; then the scapegoat gives each process a place in a tree of the least height. That costs 3
 * messages for each of them; between two rebuilds many processes must have joined or departed.
 */
final class LazyTree extends TreeSide {

  LazyTree(int self, Balancing balancing) {
    super(self, balancing);
  }

  @Override
  TreeRole enrol(TreeRole t, int newcomer, int introducer, Outbox<Message> out) {
    var insert = new Insert(newcomer, self);
    if (introducer == self) {
      return onInsert(t.with(TreeRole.RESHAPING), insert, out);
    }
    out.send(introducer, insert);
    return t.with(TreeRole.RESHAPING);
  }

  @Override
  TreeRole quit(TreeRole t, int leaver, Outbox<Message> out) {
    if (leaver == self) {
      return onDepart(t, self, out);
    }
    out.send(leaver, new Depart());
    return t.with(TreeRole.RESHAPING);
  }

  @Override
  TreeRole reshape(TreeRole t, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Insert insert -> onInsert(t, insert, out);
      case Depart() -> onDepart(t, from, out);
      case Pick(int leaver) -> onPick(t, leaver, out);
      case Vacated(var climbs) -> {
        var smaller = t.with(t.place().orElseThrow().without(from));
        yield changed(adopt(smaller, from, climbs), Optional.of(from), out);
      }
      case Weighed(int child, var size, var vacated) ->
          changed(t.with(t.place().orElseThrow().weighing(child, size)), vacated, out);
      case Seek() -> balance(t, out);
      case Gather(int top) -> gather(t, top, out);
      case Gathered(var free) -> onGathered(t, from, free, out);
      default ->
          throw new ImpossibleInput(
              self, new Input.Receive<>(from, message), "this is not about a place");
    };
  }

  /** Lets a newcomer in here, or where fewest are. */
  private TreeRole onInsert(TreeRole t, Insert insert, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (place.children().size() == balancing.arity()) {
      out.send(first(place, Comparator.comparingInt(Size::weight)), insert);
      return t;
    }
    out.send(insert.newcomer(), new Given(Place.leaf(self), List.of()));
    return changed(t.with(place.withChild(insert.newcomer())), Optional.empty(), out);
  }

  private TreeRole onDepart(TreeRole t, int root, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (place.isLeaf()) {
      out.send(place.parent().orElseThrow(), new Vacated(ofOthers(t)));
      return climbIsOver(t.withClimbs(List.of()), out).away(TreeRole.STILL);
    }
    out.send(highest(place), new Pick(self));
    return t.with(new Departing(root));
  }

  /**
   * A leaf goes to replace a departing process. Nothing can be in transit to it: the root waits.
   */
  private TreeRole onPick(TreeRole t, int leaver, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (!place.isLeaf()) {
      out.send(highest(place), new Pick(leaver));
      return t;
    }
    out.send(place.parent().orElseThrow(), new Vacated(List.of()));
    return t.away(between(leaver));
  }

  /** The subtree below has changed: its new size goes up, also through a departing process. */
  private TreeRole changed(TreeRole t, Optional<Integer> vacated, Outbox<Message> out) {
    if (vacated.isPresent() && t.move() instanceof Departing(int root)) {
      return t.with(new Yielding(vacated.get(), root));
    }
    var place = t.place().orElseThrow();
    if (place.isRoot()) {
      return t.with(TreeRole.STILL);
    }
    out.send(place.parent().get(), new Weighed(self, Size.above(place.branches()), vacated));
    return t;
  }

  @Override
  protected void hasYielded(Place place, int successor, int root, Outbox<Message> out) {
    var size = Size.above(place.branches());
    place
        .parent()
        .ifPresent(parent -> out.send(parent, new Weighed(successor, size, Optional.empty())));
  }

  @Override
  boolean isUnbalanced(TreeRole t) {
    return balancing.isTooHigh(Size.above(t.place().orElseThrow().branches()));
  }

  /** Sends for the scapegoat, or is it. */
  @Override
  TreeRole balance(TreeRole t, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    int child = highest(place);
    if (!balancing.isTooHigh(place.branches().get(place.children().indexOf(child)))) {
      return gather(t, self, out);
    }
    out.send(child, new Seek());
    return place.isRoot() ? t.with(TreeRole.RESHAPING) : t;
  }

  private TreeRole gather(TreeRole t, int top, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    place.children().forEach(child -> out.send(child, new Gather(top)));
    return gathered(t, new Gathering(top, place.children(), List.of()), out);
  }

  private TreeRole onGathered(TreeRole t, int from, List<Integer> free, Outbox<Message> out) {
    var gathering = (Gathering) t.move();
    var awaited = gathering.awaited().stream().filter(child -> child != from).toList();
    var more = new ArrayList<>(gathering.gathered());
    more.addAll(free);
    return gathered(t, new Gathering(gathering.top(), awaited, more), out);
  }

  private TreeRole gathered(TreeRole t, Gathering gathering, Outbox<Message> out) {
    if (!gathering.awaited().isEmpty()) {
      return t.with(gathering);
    }
    if (gathering.top() == self) {
      return build(t, gathering.gathered(), out);
    }
    var free = new ArrayList<>(gathering.gathered());
    free.add(self);
    out.send(t.place().orElseThrow().parent().orElseThrow(), new Gathered(free));
    return t.away(between(gathering.top()));
  }

  /** The scapegoat stays where it is, with the others in a complete tree below. */
  private TreeRole build(TreeRole t, List<Integer> below, Outbox<Message> out) {
    var members = new ArrayList<>(List.of(self));
    members.addAll(below);
    var part = new Complete(members.size(), balancing, members::get);
    for (int number = 1; number < members.size(); number++) {
      var place = part.place(number, Optional.empty());
      out.send(members.get(number), new Given(place, List.of()));
    }
    var top = part.place(0, t.place().orElseThrow().parent());
    return changed(t.with(top).with(TreeRole.STILL), Optional.empty(), out);
  }

  private static int highest(Place place) {
    return first(place, Comparator.comparingInt(Size::height).reversed());
  }

  /** The child whose part comes first in an order; of equals the leftmost. */
  private static int first(Place place, Comparator<Size> order) {
    var branches = place.branches();
    return IntStream.range(0, branches.size())
        .boxed()
        .min(Comparator.comparing(branches::get, order))
        .map(place.children()::get)
        .orElseThrow();
  }
}
