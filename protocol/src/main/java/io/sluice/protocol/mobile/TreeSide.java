package io.sluice.protocol.mobile;

import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.mobile.Message.Done;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Noted;
import io.sluice.protocol.mobile.Message.Succeeded;
import io.sluice.protocol.mobile.Message.Waiting;
import io.sluice.protocol.mobile.TreeRole.Move.Between;
import io.sluice.protocol.mobile.TreeRole.Move.Giving;
import io.sluice.protocol.mobile.TreeRole.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tree: how a process gives its place to another without the tree falling apart.
 *
 * <p>It tells all its neighbours which process has the place from now on, and waits until each has
 * acknowledged. By then it has received everything that they ever sent to it as their neighbour,
 * because channels keep their order; climbs that wait here go with the place. Two that exchange
 * places do this at the same time. In between a process has no place, and keeps what reaches it
 * until it has its new one.
 *
 * <p>{@link ShapedTree} and {@link LazyTree} decide which places there are. The root orders one
 * change after the other, and takes up no errand meanwhile.
 */
abstract sealed class TreeSide permits ShapedTree, LazyTree {

  protected final int self;
  protected final Balancing balancing;

  protected TreeSide(int self, Balancing balancing) {
    this.self = self;
    this.balancing = balancing;
  }

  static TreeSide of(int self, Balancing balancing) {
    return balancing.isLazy() ? new LazyTree(self, balancing) : new ShapedTree(self, balancing);
  }

  /** The root lets a newcomer in. */
  abstract TreeRole enrol(TreeRole t, int newcomer, int introducer, Outbox<Message> out);

  /** The root lets one go, which is not the only one left. */
  abstract TreeRole quit(TreeRole t, int leaver, Outbox<Message> out);

  /**
   * A message about the shape of the tree. Afterwards the process may be {@link
   * TreeRole.Move.Yielding}, or stand nowhere, never to be given a place.
   */
  abstract TreeRole reshape(TreeRole t, int from, Message message, Outbox<Message> out);

  /** Whether the root has to balance the tree before it takes up the next errand. */
  abstract boolean isUnbalanced(TreeRole t);

  /** The root begins to balance the tree. */
  abstract TreeRole balance(TreeRole t, Outbox<Message> out);

  /** A departing process has just given its place to another. */
  protected abstract void hasYielded(Place place, int successor, int root, Outbox<Message> out);

  /** Sends a climb up. */
  TreeRole passOn(TreeRole t, Waiting waiting, Outbox<Message> out) {
    out.send(t.place().orElseThrow().parent().orElseThrow(), waiting.climb());
    var sent = new ArrayList<>(t.sent());
    sent.add(new Sent(waiting.from(), waiting.climb().climber(), true));
    return t.withSent(sent);
  }

  /** The root has taken up the climb: the word goes back down the way that the climb came. */
  TreeRole onDone(TreeRole t, int climber, Outbox<Message> out) {
    var latest = latest(t, climber);
    latest.ifPresent(sent -> release(sent.below(), climber, out));
    return latest.map(sent -> without(t, sent)).orElse(t);
  }

  private static Optional<Sent> latest(TreeRole t, int climber) {
    return t.sent().reversed().stream().filter(each -> each.climber() == climber).findFirst();
  }

  private static TreeRole without(TreeRole t, Sent sent) {
    var others = new ArrayList<>(t.sent());
    int index = others.lastIndexOf(sent);
    others.subList(index, index + 1).clear();
    return t.withSent(others);
  }

  /**
   * The errand of this process itself has been taken up. If it was moved meanwhile, the climb may
   * have passed here on its way, and the process that sent it here waits for an answer.
   */
  TreeRole climbIsOver(TreeRole t, Outbox<Message> out) {
    var rest = t;
    while (rest.sent().stream().anyMatch(each -> each.climber() == self)) {
      rest = onDone(rest, self, out);
    }
    return rest;
  }

  /** Lets the one below send its next climb. The climber itself learns it by other means. */
  void release(int below, int climber, Outbox<Message> out) {
    if (below != self && below != climber) {
      out.send(below, new Done(climber));
    }
  }

  /**
   * Begins to give the place away.
   *
   * @param root if the process departs, the root
   */
  TreeRole give(TreeRole t, int to, Optional<Integer> root, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    tell(place.parent().stream().toList(), false, to, out);
    tell(place.children(), true, to, out);
    var unaware = place.neighbours().stream().filter(node -> node != to).toList();
    return unaware(t, new Giving(to, root, unaware), out);
  }

  private static void tell(List<Integer> neighbours, boolean above, int to, Outbox<Message> out) {
    for (int node : neighbours) {
      if (node != to) {
        out.send(node, new Succeeded(above, to));
      }
    }
  }

  /** A neighbour has acknowledged the new holder of this place. */
  TreeRole onNoted(TreeRole t, int from, Outbox<Message> out) {
    if (t.move() instanceof Giving(int to, var root, var unaware)) {
      var rest = unaware.stream().filter(node -> node != from).toList();
      return unaware(t, new Giving(to, root, rest), out);
    }
    throw new ImpossibleInput(
        self, new Input.Receive<>(from, new Message.Noted()), "it is not giving its place away");
  }

  private TreeRole unaware(TreeRole t, Giving giving, Outbox<Message> out) {
    if (!giving.unaware().isEmpty()) {
      return t.with(giving);
    }
    // Two neighbours that exchange places are neighbours afterwards too.
    var place = t.place().orElseThrow().replacing(giving.to(), self);
    boolean swapped = place.parent().equals(Optional.of(giving.to()));
    // A process that goes to the root's place can serve all climbs that it has; others pass them
    // on with their place.
    boolean behind = place.isRoot() || giving.root().isPresent();
    var climbs = behind ? ofOthers(t) : List.<Waiting>of();
    out.send(giving.to(), new Given(swapped ? place.withParent(self) : place, climbs));
    giving.root().ifPresent(root -> hasYielded(place, giving.to(), root, out));
    return t.withClimbs(behind ? own(t) : t.climbs())
        .away(giving.root().isPresent() ? TreeRole.STILL : between(giving.to()));
  }

  protected static Between between(int giver) {
    return new Between(Optional.of(giver));
  }

  private List<Waiting> own(TreeRole t) {
    return t.climbs().stream().filter(this::isOwn).toList();
  }

  protected List<Waiting> ofOthers(TreeRole t) {
    return t.climbs().stream().filter(waiting -> !isOwn(waiting)).toList();
  }

  /** Whether a climb has not left its climber yet. */
  private boolean isOwn(Waiting waiting) {
    return waiting.from() == self && waiting.climb().climber() == self;
  }

  TreeRole onSucceeded(TreeRole t, int from, Succeeded change, Outbox<Message> out) {
    out.send(from, new Noted());
    var place = t.place().orElseThrow();
    return t.with(
        change.above()
            ? place.withParent(change.successor())
            : place.replacing(from, change.successor()));
  }

  /** The place has come; what waits there, waits before what the process has to climb for. */
  TreeRole arrive(TreeRole t, int from, Given given) {
    var there = adopt(t.withClimbs(List.of()), from, given.climbs());
    var climbs = new ArrayList<>(there.climbs());
    climbs.addAll(t.climbs());
    return there.with(given.place()).with(TreeRole.STILL).withClimbs(climbs);
  }

  /**
   * Climbs that waited elsewhere wait here from now on. Those that began at their former keeper now
   * begin here: no process waits for an answer to them. One that this process had sent up itself
   * has come back, and waits as if it had never been sent.
   */
  protected TreeRole adopt(TreeRole t, int from, List<Waiting> climbs) {
    var adopted = t;
    for (var each : climbs) {
      var sent =
          each.from() == self ? latest(adopted, each.climb().climber()) : Optional.<Sent>empty();
      int below = sent.map(Sent::below).orElse(each.from() == from ? self : each.from());
      var rest = adopted;
      adopted =
          sent.map(own -> without(rest, own)).orElse(rest).plus(new Waiting(below, each.climb()));
    }
    return adopted;
  }
}
