package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a participant of {@link Padme} knows.
 *
 * @param links its place in the tree
 * @param dead the crashed processes that it knows of
 * @param awaited at the root after a crash: the participants that have to report before it grants
 * @param clock the time of the latest request that it knows of, or of its own latest
 * @param wish what its own application waits for
 * @param errand if its application is inside: what to do with the token afterwards
 * @param queue the requests from here and below that it has not seen served, the oldest first
 * @param slots at the root: where the token of each resource is; empty elsewhere
 */
public record State(
    TreeLinks links,
    ProcessSet dead,
    ProcessSet awaited,
    Models models,
    @Time int clock,
    Optional<Wish> wish,
    Optional<Errand> errand,
    List<Pending> queue,
    List<Slot> slots) {

  public State {
    queue = List.copyOf(queue);
    slots = List.copyOf(slots);
  }

  boolean isRoot() {
    return !slots.isEmpty();
  }

  /** Whether its application waits for exactly that request to be served. */
  boolean waitsFor(Ticket ticket) {
    return wish.isPresent() && wish.get().ticket().equals(ticket);
  }

  /** Whether its application waits, and the token of that resource would serve it. */
  boolean couldUse(int unit) {
    return wish.isPresent() && wish.get().takes(unit);
  }

  Optional<Pending> pending(Ticket ticket) {
    return queue.stream().filter(pending -> pending.wish().ticket().equals(ticket)).findFirst();
  }

  /** Whether the root has sent a token to answer that request. */
  boolean isAnswered(Ticket ticket) {
    return slots.contains(new Slot.Out(ticket));
  }

  /** A token at the root that would serve a request. */
  Optional<UnitToken> tokenFor(Wish wanted) {
    for (int unit = 0; unit < slots.size(); unit++) {
      if (wanted.takes(unit) && slots.get(unit) instanceof Slot.Home(var token)) {
        return Optional.of(new UnitToken(unit, token));
      }
    }
    return Optional.empty();
  }

  State with(TreeLinks other) {
    return new State(other, dead, awaited, models, clock, wish, errand, queue, slots);
  }

  State with(Models other) {
    return new State(links, dead, awaited, other, clock, wish, errand, queue, slots);
  }

  State at(int time) {
    return new State(links, dead, awaited, models, time, wish, errand, queue, slots);
  }

  State waiting(Wish other) {
    return new State(links, dead, awaited, models, clock, Optional.of(other), errand, queue, slots);
  }

  State idle() {
    return new State(
        links, dead, awaited, models, clock, Optional.empty(), Optional.empty(), queue, slots);
  }

  State inside(Errand other) {
    return new State(
        links, dead, awaited, models, clock, Optional.empty(), Optional.of(other), queue, slots);
  }

  State queueing(List<Pending> other) {
    return new State(links, dead, awaited, models, clock, wish, errand, other, slots);
  }

  State mourning(ProcessSet theDead, ProcessSet theAwaited) {
    return new State(links, theDead, theAwaited, models, clock, wish, errand, queue, slots);
  }

  State with(List<Slot> other) {
    return new State(links, dead, awaited, models, clock, wish, errand, queue, other);
  }

  State with(int unit, Slot slot) {
    var changed = new ArrayList<>(slots);
    changed.set(unit, slot);
    return with(changed);
  }

  /**
   * The queue with one more request. While a participant below moves, its request may be known from
   * two children, until the former way is withdrawn.
   */
  State plus(Pending added) {
    var longer = new ArrayList<>(queue);
    int place = Collections.binarySearch(queue, added, Pending.AGE);
    if (place >= 0) {
      longer.set(place, added);
    } else {
      longer.add(-place - 1, added);
    }
    return queueing(longer);
  }

  State without(Predicate<Pending> unwanted) {
    return queueing(queue.stream().filter(unwanted.negate()).toList());
  }
}
