package io.sluice.cluster;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

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

  /** By the lock: who holds it from an earlier view, and which room of it. */
  private final Map<String, Map<Member, String>> holders = new ConcurrentHashMap<>();

  private volatile boolean open;

  /** What this node itself has to say in the census, and how many of its locks to hear yet. */
  private final Map<String, String> held = new HashMap<>();

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
    return open && (holders.isEmpty() || isShared(resource, claim));
  }

  private boolean isShared(String resource, Claim claim) {
    return holders.getOrDefault(resource, Map.of()).values().stream()
        .allMatch(room -> Claim.room(room).shares(claim));
  }

  /** The census begins, and so many locks of this node are to be counted; whether that is all. */
  boolean begin(int locks) {
    uncounted = locks;
    return locks == 0;
  }

  /** A lock of this node has left the earlier views; whether it was the last one. */
  boolean count(String resource, Optional<String> room) {
    room.ifPresent(that -> held.put(resource, that));
    return --uncounted == 0;
  }

  /** What to tell the others: which locks this node still holds. */
  List<Frame.Holding> announce() {
    announced = true;
    return held.entrySet().stream()
        .map(each -> new Frame.Holding(each.getKey(), each.getValue()))
        .toList();
  }

  /** This node no longer holds a lock from earlier views; whether the others must be told. */
  boolean free(String resource) {
    held.remove(resource);
    return announced;
  }

  /** What a member, oneself included, has to say; whether now everybody has spoken. */
  boolean hear(Member member, List<Frame.Holding> stillHeld) {
    for (Frame.Holding each : stillHeld) {
      holders
          .computeIfAbsent(each.resource(), _ -> new ConcurrentHashMap<>())
          .put(member, each.room());
    }
    unheard.remove(member);
    if (!open && unheard.isEmpty()) {
      open = true;
      return true;
    }
    return false;
  }

  /** A member no longer holds a lock from earlier views. */
  void freed(Member member, String resource) {
    holders.computeIfPresent(
        resource,
        (_, those) -> {
          those.remove(member);
          return those.isEmpty() ? null : those;
        });
  }
}
