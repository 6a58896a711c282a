package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.census.ViewCensus;
import io.sluice.protocol.Layout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A view that is in force in one node. The places of the members in the view are the process
 * numbers of the lock protocols, which start from nothing with each view; locks held from earlier
 * views are respected by means of the {@link ViewCensus}. All but the census is immutable.
 */
final class Epoch {

  private final View view;
  private final int losses;
  private final int self;
  private final Map<Member, Integer> places = new HashMap<>();
  private final ViewCensus census;

  /**
   * @param losses how often the node had lost its membership before
   */
  Epoch(View view, Member member, int losses) {
    this.view = view;
    this.losses = losses;
    for (Member each : view.members()) {
      places.put(each, places.size());
    }
    this.self = places.getOrDefault(member, -1);
    this.census = new ViewCensus(view);
  }

  /** The epoch of a node that is no member, in which no lock is granted. */
  static Epoch none() {
    return new Epoch(new View(0, 0, List.of()), new Member(0, 0, "none"), 0);
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

  ViewCensus census() {
    return census;
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
}
