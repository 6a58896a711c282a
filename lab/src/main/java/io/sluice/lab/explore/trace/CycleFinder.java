package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.world.Canonical;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.FairMove;
import io.sluice.lab.explore.world.Memo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Finds a closed walk within a strongly connected set of worlds that gives each fair move its due:
 * the move is taken, or is impossible somewhere on the walk. It walks with times as they really
 * are, since where only their order is kept, not every way through the set is possible.
 */
public final class CycleFinder<S, M> {

  /** How the end of a closed walk compares with its beginning. */
  public enum Closing {
    /** The same world, or all logical times have moved together: it repeats without end. */
    SAME,
    /** The logical times have the same order, but other distances. */
    SAME_ORDER
  }

  /**
   * A run that ends in a closed walk.
   *
   * @param start how many of its moves lead to where that begins
   */
  record Lasso(List<Integer> moves, int start, Closing closing) {}

  /** Worlds that one search for a way looks at. */
  private static final int MOST_WORLDS = 100_000;

  /** Worlds of the set from which a closed walk is sought. */
  private static final int MOST_ENTRIES = 100;

  private final Cursor<S, M> walker;
  private final Cursor<S, M> canonical;
  private final Cursor<S, M> shifted;
  private final IntPredicate component;
  private final LongToIntFunction number;

  /**
   * @param component whether a world, given by its number, is in the set
   * @param number the number of the world with a fingerprint
   */
  CycleFinder(
      Scope<S, M> scope,
      Dictionary<S, M> dictionary,
      IntPredicate component,
      LongToIntFunction number) {
    var memo = new Memo<>(dictionary);
    this.walker = new Cursor<>(scope, memo, new Canonical.Plain<>(memo));
    this.canonical = new Cursor<>(scope, memo, Canonical.of(scope, memo));
    this.shifted = new Cursor<>(scope, memo, Canonical.shifting(scope, memo));
    this.component = component;
    this.number = number;
  }

  /** A world. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Place(int[] vector, long fingerprint) {}

  /**
   * A move and where it leads.
   *
   * @param fairMove the {@link FairMove} that it is
   */
  private record Leg(int move, int fairMove, Place place) {}

  /** A run from a world of the set back to it. */
  Optional<Lasso> from(Cursor<S, M> start) {
    return circle(new Place(start.vector().clone(), start.fingerprint()))
        .map(circle -> new Lasso(circle.moves(), 0, circle.closing()));
  }

  /** A run from the first world into the set, and there in a circle. */
  Optional<Lasso> fromTheFirstWorld() {
    walker.loadInitial();
    var first = new Place(walker.vector().clone(), walker.fingerprint());
    var tried = new int[1];
    var circle = new AtomicReference<Optional<Walk>>(Optional.empty());
    var way =
        way(
            first,
            this::isKnown,
            leg -> {
              if (isInside(leg.place) && tried[0]++ < MOST_ENTRIES) {
                circle.set(circle(leg.place));
              }
              return circle.get().isPresent();
            });
    return circle
        .get()
        .map(
            found -> {
              var moves = new ArrayList<>(way.stream().map(Leg::move).toList());
              int start = moves.size();
              moves.addAll(found.moves);
              return new Lasso(moves, start, found.closing);
            });
  }

  private boolean isInside(Place place) {
    int world = number.applyAsInt(canonicalForm(place));
    return world >= 0 && component.test(world);
  }

  /** Whether the search has seen the world. */
  private boolean isKnown(Place place) {
    return number.applyAsInt(canonicalForm(place)) >= 0;
  }

  /** A closed walk. */
  private record Walk(List<Integer> moves, Closing closing) {}

  private Optional<Walk> circle(Place entry) {
    var legs = new ArrayList<Leg>();
    var at = entry;
    // The walk comes back to the entry, so what is impossible there has its due.
    var due = possible(entry);
    while (!due.isEmpty()) {
      int next = due.iterator().next();
      var way =
          way(
              at,
              this::isInside,
              leg -> leg.fairMove == next || !possible(leg.place).contains(next));
      if (way.isEmpty()) {
        return Optional.empty();
      }
      for (var leg : way) {
        due.remove(leg.fairMove);
        due.retainAll(possible(leg.place));
      }
      legs.addAll(way);
      at = way.getLast().place;
    }
    return closed(legs, at, shiftedForm(entry), this::shiftedForm, Closing.SAME)
        .or(
            () ->
                closed(
                    legs,
                    legs.isEmpty() ? entry : legs.getLast().place,
                    canonicalForm(entry),
                    this::canonicalForm,
                    Closing.SAME_ORDER));
  }

  /** The walk, led back to a world that has the form of its entry. */
  private Optional<Walk> closed(
      List<Leg> legs, Place at, long entry, ToLongFunction<Place> form, Closing closing) {
    boolean isClosed = !legs.isEmpty() && form.applyAsLong(at) == entry;
    var back =
        isClosed
            ? List.<Leg>of()
            : way(at, this::isInside, leg -> form.applyAsLong(leg.place) == entry);
    return isClosed || !back.isEmpty()
        ? Optional.of(
            new Walk(Stream.concat(legs.stream(), back.stream()).map(Leg::move).toList(), closing))
        : Optional.empty();
  }

  /** The shortest way, of at least one leg, whose last leg will do; empty if none was found. */
  private List<Leg> way(Place from, Predicate<Place> within, Predicate<Leg> isGoal) {
    var visits = new ArrayList<>(List.of(new Visit(new Leg(-1, FairMove.NONE, from), -1)));
    Set<Long> seen = new HashSet<>();
    for (int v = 0; v < visits.size() && visits.size() < MOST_WORLDS; v++) {
      for (var leg : legs(visits.get(v).leg.place)) {
        if (!within.test(leg.place)) {
          continue;
        }
        if (isGoal.test(leg)) {
          var way = new ArrayList<>(List.of(leg));
          for (var visit = visits.get(v); visit.before >= 0; visit = visits.get(visit.before)) {
            way.add(visit.leg);
          }
          return way.reversed();
        }
        if (seen.add(shiftedForm(leg.place))) {
          visits.add(new Visit(leg, v));
        }
      }
    }
    return List.of();
  }

  /**
   * A leg that a way may begin with.
   *
   * @param before the place of the visit before, or -1
   */
  private record Visit(Leg leg, int before) {}

  private List<Leg> legs(Place place) {
    var legs = new ArrayList<Leg>();
    load(place);
    var moves = moves();
    for (int k = 0; k < moves.size(); k++) {
      int fairMove = walker.fairMove(moves.get(k));
      walker.apply(moves.get(k));
      var there = new Place(walker.vector().clone(), walker.fingerprint());
      legs.add(new Leg(moves.get(k), fairMove, there));
      walker.undo();
    }
    return legs;
  }

  private Set<Integer> possible(Place place) {
    var possible = new TreeSet<Integer>();
    load(place);
    var moves = moves();
    for (int k = 0; k < moves.size(); k++) {
      possible.add(walker.fairMove(moves.get(k)));
    }
    possible.remove(FairMove.NONE);
    return possible;
  }

  private IntList moves() {
    var moves = new IntList();
    walker.moves(moves);
    return moves;
  }

  private void load(Place place) {
    walker.load(place.vector, 0, place.fingerprint);
  }

  private long canonicalForm(Place place) {
    load(place);
    return canonical.fingerprintOf(walker);
  }

  private long shiftedForm(Place place) {
    load(place);
    return shifted.fingerprintOf(walker);
  }
}
