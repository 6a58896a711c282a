package io.sluice.protocol.mobile;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.mobile.Message.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process's part in the tree.
 *
 * @param place its place; empty while it changes places, or is no member
 * @param move what it is doing about its place
 * @param sent the climbs that it has sent up and that the root has not taken up yet; from one place
 *     a process sends one at a time
 * @param climbs the climbs that wait here for their turn, the oldest first
 * @param early what reached it before the place that it concerns
 */
public record TreeRole(
    Optional<Place> place, Move move, List<Sent> sent, List<Waiting> climbs, List<Early> early) {

  /** What a process does about its place. */
  public sealed interface Move {
    /** Nothing. */
    record Still() implements Move {}

    /** The root waits until the tree has the shape that it ordered. */
    record Reshaping() implements Move {}

    /**
     * The last leaf has told its parent that it gives up its place, to replace a departing process.
     */
    record Vacating(@ProcessId int leaver, @ProcessId int root) implements Move {}

    /** It departs, and some leaf below is asked to replace it. */
    record Departing(@ProcessId int root) implements Move {}

    /** It departs, and knows its replacement. */
    record Yielding(@ProcessId int to, @ProcessId int root) implements Move {}

    /**
     * It takes the subtree below apart.
     *
     * @param top the process that rebuilds it
     * @param awaited the children whose subtrees are not taken apart yet
     * @param gathered those of the others, in the order of their numbers
     */
    record Gathering(
        @ProcessId int top, List<@ProcessId Integer> awaited, List<@ProcessId Integer> gathered)
        implements Move {
      public Gathering {
        awaited = List.copyOf(awaited);
        gathered = gathered.stream().sorted().toList();
      }
    }

    /**
     * It gives its place away, and some neighbours have not acknowledged yet.
     *
     * @param root if it departs, the root, to be told then
     */
    record Giving(
        @ProcessId int to, Optional<@ProcessId Integer> root, List<@ProcessId Integer> unaware)
        implements Move {
      public Giving {
        unaware = List.copyOf(unaware);
      }
    }

    /**
     * It has no place and will be given one.
     *
     * @param giver the process that gives it; a newcomer does not know
     */
    record Between(Optional<@ProcessId Integer> giver) implements Move {}
  }

  /**
   * A climb that was sent up.
   *
   * @param below the process that had sent it here; the process itself if it began here
   * @param here whether it was sent from the current place of the process. One that was sent from a
   *     former place must hold up no other, because it may be below this place by now, and have to
   *     pass here again.
   */
  public record Sent(@ProcessId int below, @ProcessId int climber, boolean here) {}

  /** A message that came before its time. */
  public record Early(@ProcessId int from, Message message) {}

  static final Move STILL = new Move.Still();
  static final Move RESHAPING = new Move.Reshaping();

  /** No member. */
  static final TreeRole NOWHERE =
      new TreeRole(Optional.empty(), STILL, List.of(), List.of(), List.of());

  public TreeRole {
    sent = List.copyOf(sent);
    climbs = List.copyOf(climbs);
    early = List.copyOf(early);
  }

  static TreeRole at(Place place) {
    return NOWHERE.with(Optional.of(place));
  }

  public boolean isRoot() {
    return place.isPresent() && place.get().isRoot();
  }

  /** Whether the next climb can be dealt with: by the root at once, by others one at a time. */
  public boolean isReady() {
    return place.isPresent()
        && move.equals(STILL)
        && (isRoot() || sent.stream().noneMatch(Sent::here));
  }

  /** Whether it waits for a place that another process gives. */
  boolean expects(int giver) {
    return move instanceof Move.Between(var known) && known.orElse(giver) == giver;
  }

  TreeRole with(Optional<Place> other) {
    return new TreeRole(other, move, sent, climbs, early);
  }

  TreeRole with(Place other) {
    return with(Optional.of(other));
  }

  TreeRole with(Move other) {
    return new TreeRole(place, other, sent, climbs, early);
  }

  TreeRole withSent(List<Sent> other) {
    return new TreeRole(place, move, other, climbs, early);
  }

  /** Nowhere, for the time being or for good. */
  TreeRole away(Move meanwhile) {
    var elsewhere = sent.stream().map(each -> new Sent(each.below, each.climber, false)).toList();
    return new TreeRole(Optional.empty(), meanwhile, elsewhere, climbs, early);
  }

  TreeRole withClimbs(List<Waiting> other) {
    return new TreeRole(place, move, sent, other, early);
  }

  TreeRole plus(Waiting climb) {
    var more = new ArrayList<>(climbs);
    more.add(climb);
    return withClimbs(more);
  }

  TreeRole withoutFirstClimb() {
    return withClimbs(climbs.subList(1, climbs.size()));
  }

  TreeRole withEarly(List<Early> other) {
    return new TreeRole(place, move, sent, climbs, other);
  }

  TreeRole plus(Early message) {
    var more = new ArrayList<>(early);
    more.add(message);
    return withEarly(more);
  }
}
