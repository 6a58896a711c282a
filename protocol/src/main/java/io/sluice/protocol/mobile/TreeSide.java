package io.sluice.protocol.mobile;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.mobile.Message.Done;
import io.sluice.protocol.mobile.Message.Fetch;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Noted;
import io.sluice.protocol.mobile.Message.Replace;
import io.sluice.protocol.mobile.Message.Seat;
import io.sluice.protocol.mobile.Message.Settled;
import io.sluice.protocol.mobile.Message.Succeeded;
import io.sluice.protocol.mobile.Message.Vacated;
import io.sluice.protocol.mobile.Message.Waiting;
import io.sluice.protocol.mobile.Standing.Move.Between;
import io.sluice.protocol.mobile.Standing.Move.Giving;
import io.sluice.protocol.mobile.Standing.Move.Vacating;
import io.sluice.protocol.mobile.Standing.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tree: how a process gives its place to another without the tree falling apart.
 *
 * <p>It tells all its neighbours who stands there from now on, and waits until each has noted it.
 * By then it has received everything that they ever sent to it as their neighbour, for channels
 * keep their order; what waits here for the way up goes with the place. Two that change places do
 * this at the same time. In between a process stands nowhere, and keeps what reaches it until it
 * has its new place.
 */
final class TreeSide {

  private final int self;
  private final int arity;

  TreeSide(int self, int arity) {
    this.self = self;
    this.arity = arity;
  }

  /** Sends a climb up. */
  Standing passOn(Standing t, Waiting waiting, Outbox<Message> out) {
    out.send(t.place().orElseThrow().parent().orElseThrow(), waiting.climb());
    var sent = new ArrayList<>(t.sent());
    sent.add(new Sent(waiting.from(), waiting.climb().climber(), true));
    return t.withSent(sent);
  }

  /** The root has taken up the climb: the word goes back down the way that the climb came. */
  Standing onDone(Standing t, int climber, Outbox<Message> out) {
    var latest =
        t.sent().reversed().stream()
            .filter(each -> each.climber() == climber)
            .findFirst()
            .orElseThrow();
    release(latest.below(), climber, out);
    return t.withSent(t.sent().stream().filter(each -> !each.equals(latest)).toList());
  }

  /** What this process itself climbed for has come about. */
  Standing climbIsOver(Standing t) {
    return t.withSent(t.sent().stream().filter(each -> each.climber() != self).toList());
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
   * @param root if the process leaves for good, the root
   */
  Standing give(Standing t, int to, Optional<Integer> root, Outbox<Message> out) {
    var neighbours =
        t.place().orElseThrow().neighbours().stream().filter(node -> node != to).toList();
    int number = t.place().orElseThrow().number();
    neighbours.forEach(node -> out.send(node, new Succeeded(number, to)));
    return unaware(t, new Giving(to, root, neighbours), out);
  }

  private Standing unaware(Standing t, Giving giving, Outbox<Message> out) {
    if (!giving.unaware().isEmpty()) {
      return t.with(giving);
    }
    // Who changes places with a neighbour is its neighbour afterwards too.
    var place = t.place().orElseThrow().replacing(giving.to(), self);
    boolean swapped = place.parent().equals(Optional.of(giving.to()));
    // Who goes to the root's place can serve all climbs that it has; others leave them behind.
    boolean behind = place.isRoot() || giving.root().isPresent();
    var climbs = behind ? ofOthers(t) : List.<Waiting>of();
    out.send(giving.to(), new Given(swapped ? place.withParent(self) : place, climbs));
    giving
        .root()
        .filter(root -> root != self)
        .ifPresent(root -> out.send(root, new Settled(List.of())));
    return t.withClimbs(behind ? own(t) : t.climbs())
        .away(giving.root().isPresent() ? Standing.STILL : between(giving.to()));
  }

  private static Between between(int giver) {
    return new Between(Optional.of(giver));
  }

  private List<Waiting> own(Standing t) {
    return t.climbs().stream().filter(this::isOwn).toList();
  }

  private List<Waiting> ofOthers(Standing t) {
    return t.climbs().stream().filter(waiting -> !isOwn(waiting)).toList();
  }

  /** Whether a climb has not left its climber yet. */
  private boolean isOwn(Waiting waiting) {
    return waiting.from() == self && waiting.climb().climber() == self;
  }

  /** The last leaf goes: to replace one who leaves, or for good if that is itself. */
  Standing vacate(Standing t, int leaver, int root, Outbox<Message> out) {
    out.send(t.place().orElseThrow().parent().orElseThrow(), new Vacated());
    return t.with(new Vacating(leaver, root));
  }

  Standing onNoted(Standing t, int from, Outbox<Message> out) {
    return switch (t.move()) {
      case Giving(int to, var root, var unaware) -> {
        var rest = unaware.stream().filter(node -> node != from).toList();
        yield unaware(t, new Giving(to, root, rest), out);
      }
      case Vacating(int leaver, int root) when leaver == self -> {
        out.send(root, new Settled(ofOthers(t)));
        yield climbIsOver(t).withClimbs(List.of()).away(Standing.STILL);
      }
      case Vacating(int leaver, int root) -> {
        out.send(leaver, new Replace(root));
        yield t.away(between(leaver));
      }
      default -> throw new IllegalStateException("noted what was not said: " + t.move());
    };
  }

  Standing onSucceeded(Standing t, int from, Succeeded change, Outbox<Message> out) {
    out.send(from, new Noted());
    var place = t.place().orElseThrow();
    return t.with(
        change.number() < place.number()
            ? place.withParent(change.successor())
            : place.replacing(from, change.successor()));
  }

  Standing onVacated(Standing t, int from, Outbox<Message> out) {
    out.send(from, new Noted());
    return t.with(t.place().orElseThrow().withoutLastChild());
  }

  /** The place has come; what waits there, waits before what the process has to climb for. */
  Standing arrive(Standing t, int from, Given given) {
    var climbs = new ArrayList<>(adopted(from, given.climbs()));
    climbs.addAll(t.climbs());
    return t.with(given.place()).with(Standing.STILL).withClimbs(climbs);
  }

  /** The root's order has been carried out. */
  Standing onSettled(Standing t, int from, List<Waiting> climbs) {
    var more = new ArrayList<>(t.climbs());
    more.addAll(adopted(from, climbs));
    return t.with(Standing.STILL).withClimbs(more);
  }

  /** Climbs that began at their former keeper now begin here: nobody waits for word of them. */
  private List<Waiting> adopted(int from, List<Waiting> climbs) {
    return climbs.stream()
        .map(each -> each.from() == from ? new Waiting(self, each.climb()) : each)
        .toList();
  }

  /** The first free place goes to a newcomer. */
  Standing onSeat(Standing t, Seat seat, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (!place.isParentOf(seat.number(), arity)) {
      out.send(place.towards(seat.number(), arity), seat);
      return t;
    }
    var free = new Place(seat.number(), Optional.of(self), List.of(), 0);
    out.send(seat.newcomer(), new Given(free, List.of()));
    if (seat.root() != self) {
      out.send(seat.root(), new Settled(List.of()));
    }
    return t.with(place.withChild(seat.newcomer()))
        .with(seat.root() == self ? Standing.STILL : t.move());
  }

  /** The last leaf is fetched. */
  Standing onFetch(Standing t, Fetch fetch, Outbox<Message> out) {
    var place = t.place().orElseThrow();
    if (place.number() == fetch.number()) {
      return vacate(t, fetch.leaver(), fetch.root(), out);
    }
    out.send(place.towards(fetch.number(), arity), fetch);
    return t;
  }
}
