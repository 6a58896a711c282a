package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * A view at work in one node.
 *
 * <p>All protocols begin anew with each view, while somebody may still be inside by an earlier one.
 * So a view first takes a census. Each member ceases to act in the views before, and then tells all
 * others which locks it still holds from them ({@link Frame.Held}). Whoever has heard everybody
 * opens the view for itself: what somebody holds is asked for only after that one has said that it
 * is free ({@link Frame.Freed}), unless it can be shared; for every other lock the new protocol
 * decides, and nobody can enter by an old one any more. If a member fails meanwhile, the next view
 * takes the next census.
 *
 * <p>Changed by the node's own mailbox only; {@link #admits} is asked by others too.
 */
final class Epoch {

  private final View view;
  private final int losses;
  private final int self;
  private final Map<Member, Integer> places = new HashMap<>();
  private final Set<Member> unheard;

  /** One of the equal resources that a name may stand for. */
  private record Unit(String resource, int number) {}

  /** By the lock: who holds it from an earlier view, and which room of it. */
  private final Map<Unit, Map<Member, String>> holders = new ConcurrentHashMap<>();

  /** By the semaphore: who wanted it when the view began. */
  private final Map<String, Set<Member>> wanting = new ConcurrentHashMap<>();

  private volatile boolean open;

  /** What this node itself has to say in the census, and how many of its locks to hear yet. */
  private final Map<Unit, String> held = new HashMap<>();

  private final List<String> wanted = new ArrayList<>();

  private int uncounted;
  private boolean announced;

  /**
   * @param losses how often the node had ceased to be a member before
   */
  Epoch(View view, Member member, int losses) {
    this.view = view;
    this.losses = losses;
    for (Member each : view.members()) {
      places.put(each, places.size());
    }
    this.self = places.getOrDefault(member, -1);
    this.unheard = new HashSet<>(view.members());
  }

  /** Of a node that is no member. Nobody is let in. */
  static Epoch none() {
    return new Epoch(new View(0, 0, List.of()), new Member(0, 0, "nobody"), 0);
  }

  long number() {
    return view.number();
  }

  long fence() {
    return view.fence();
  }

  int losses() {
    return losses;
  }

  View view() {
    return view;
  }

  int self() {
    return self;
  }

  Layout layout() {
    return Layout.plain(places.size());
  }

  boolean has(Member member) {
    return places.containsKey(member);
  }

  int place(Member member) {
    Integer place = places.get(member);
    if (place == null) {
      throw new IllegalArgumentException(member + " is not in view " + number());
    }
    return place;
  }

  Member member(int place) {
    return view.members().get(place);
  }

  List<Member> others() {
    return view.members().stream().filter(member -> place(member) != self).toList();
  }

  boolean isOpen() {
    return open;
  }

  /** Whether the protocol of this view may be asked for a lock. */
  boolean admits(String resource, Claim claim) {
    return open
        && (holders.isEmpty()
            || holders.getOrDefault(new Unit(resource, claim.unit()), Map.of()).values().stream()
                .allMatch(room -> Claim.room(room).toUnit(claim.unit()).shares(claim)));
  }

  /** Which units of a lock somebody holds from earlier views. */
  Set<Integer> unitsHeld(String resource) {
    return holders.keySet().stream()
        .filter(unit -> unit.resource().equals(resource))
        .map(Unit::number)
        .collect(Collectors.toSet());
  }

  /** The census begins, and so many locks of this node are to be counted; whether that is all. */
  boolean begin(int locks) {
    uncounted = locks;
    return locks == 0;
  }

  /** A lock of this node has left the earlier views; whether it was the last one. */
  boolean count(List<Frame.Holding> stillHeld, List<String> stillWanted) {
    wanted.addAll(stillWanted);
    stillHeld.forEach(each -> held.put(new Unit(each.resource(), each.unit()), each.room()));
    return --uncounted == 0;
  }

  /** What to tell the others: which locks this node still holds, and which it wants. */
  List<Frame.Held> announce() {
    announced = true;
    var all = new CensusFrames(number());
    held.forEach(
        (unit, room) -> all.addHeld(new Frame.Holding(unit.resource(), unit.number(), room)));
    wanted.forEach(all::addWanted);
    return all.frames();
  }

  /** Who waited for a semaphore when the view began, so far as they have spoken. */
  Set<Member> wanting(String resource) {
    return wanting.getOrDefault(resource, Set.of());
  }

  /** This node no longer holds a lock from earlier views; whether the others must be told. */
  boolean free(String resource, int unit) {
    held.remove(new Unit(resource, unit));
    return announced;
  }

  /** What a member, oneself included, has to say; whether now everybody has spoken. */
  boolean hear(Member member, Frame.Held said) {
    for (String each : said.wanted()) {
      wanting.computeIfAbsent(each, _ -> ConcurrentHashMap.newKeySet()).add(member);
    }
    for (Frame.Holding each : said.holdings()) {
      holders
          .computeIfAbsent(new Unit(each.resource(), each.unit()), _ -> new ConcurrentHashMap<>())
          .put(member, each.room());
    }
    if (!said.more()) {
      unheard.remove(member);
    }
    if (!open && unheard.isEmpty()) {
      open = true;
      return true;
    }
    return false;
  }

  /** A member no longer holds a lock from earlier views. */
  void freed(Member member, String resource, int unit) {
    holders.computeIfPresent(
        new Unit(resource, unit),
        (_, those) -> {
          those.remove(member);
          return those.isEmpty() ? null : those;
        });
  }
}
