package io.sluice.protocol.mobile;

import io.sluice.protocol.Node;
import io.sluice.protocol.mobile.Message.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process's part in the tree.
 *
 * @param place where it stands; nowhere for one that changes places, or is no member
 * @param move what it is doing about its place
 * @param sent the climbs that it has sent up and that the root has not taken up yet; from one place
 *     a process sends one at a time
 * @param climbs the climbs that wait here for their turn, the oldest first
 * @param early what reached it before the place that it concerns
 */
public record Standing(
    Optional<Place> place, Move move, List<Sent> sent, List<Waiting> climbs, List<Early> early) {

  /** What a process does about its place. */
  public sealed interface Move {
    /** Nothing. */
    record Still() implements Move {}

    /** The root waits until the tree has the shape that it ordered. */
    record Reshaping() implements Move {}

    /** The last leaf has told its parent that it goes, to replace one who leaves. */
    record Vacating(@Node int leaver, @Node int root) implements Move {}

    /** It leaves, and some leaf below is asked to replace it. */
    record Departing(@Node int root) implements Move {}

    /** It leaves, and knows who replaces it. */
    record Yielding(@Node int to, @Node int root) implements Move {}

    /**
     * It takes the part of the tree below apart.
     *
     * @param top who builds it anew
     * @param awaited the children whose parts are not taken apart yet
     * @param gathered those of the others, in the order of their numbers
     */
    record Gathering(@Node int top, List<@Node Integer> awaited, List<@Node Integer> gathered)
        implements Move {
      public Gathering {
        awaited = List.copyOf(awaited);
        gathered = gathered.stream().sorted().toList();
      }
    }

    /**
     * It gives its place away, and some neighbours have not noted it yet.
     *
     * @param root if it leaves for good, the root, to be told then
     */
    record Giving(@Node int to, Optional<@Node Integer> root, List<@Node Integer> unaware)
        implements Move {
      public Giving {
        unaware = List.copyOf(unaware);
      }
    }

    /**
     * It has no place and will be given one.
     *
     * @param giver by whom; a newcomer does not know
     */
    record Between(Optional<@Node Integer> giver) implements Move {}
  }

  /**
   * A climb that was sent up.
   *
   * @param below who had sent it here; the process itself if it began here
   * @param here whether it was sent from the place where the process stands. One that was sent from
   *     a former place must hold up no other, for it may be below this place by now, and have to
   *     pass here again.
   */
  public record Sent(@Node int below, @Node int climber, boolean here) {}

  /** A message that came before its time. */
  public record Early(@Node int from, Message message) {}

  static final Move STILL = new Move.Still();
  static final Move RESHAPING = new Move.Reshaping();

  /** No member. */
  static final Standing NOWHERE =
      new Standing(Optional.empty(), STILL, List.of(), List.of(), List.of());

  public Standing {
    sent = List.copyOf(sent);
    climbs = List.copyOf(climbs);
    early = List.copyOf(early);
  }

  static Standing at(Place place) {
    return NOWHERE.with(Optional.of(place));
  }

  boolean isRoot() {
    return place.isPresent() && place.get().isRoot();
  }

  /** Whether the next climb can be dealt with: by the root at once, by others one at a time. */
  boolean isReady() {
    return place.isPresent()
        && move.equals(STILL)
        && (isRoot() || sent.stream().noneMatch(Sent::here));
  }

  /** Whether it waits for the place that somebody gives. */
  boolean expects(int giver) {
    return move instanceof Move.Between(var known) && known.orElse(giver) == giver;
  }

  Standing with(Optional<Place> other) {
    return new Standing(other, move, sent, climbs, early);
  }

  Standing with(Place other) {
    return with(Optional.of(other));
  }

  Standing with(Move other) {
    return new Standing(place, other, sent, climbs, early);
  }

  Standing withSent(List<Sent> other) {
    return new Standing(place, move, other, climbs, early);
  }

  /** Nowhere, for the time being or for good. */
  Standing away(Move meanwhile) {
    var elsewhere = sent.stream().map(each -> new Sent(each.below, each.climber, false)).toList();
    return new Standing(Optional.empty(), meanwhile, elsewhere, climbs, early);
  }

  Standing withClimbs(List<Waiting> other) {
    return new Standing(place, move, sent, other, early);
  }

  Standing plus(Waiting climb) {
    var more = new ArrayList<>(climbs);
    more.add(climb);
    return withClimbs(more);
  }

  Standing withoutFirstClimb() {
    return withClimbs(climbs.subList(1, climbs.size()));
  }

  Standing withEarly(List<Early> other) {
    return new Standing(place, move, sent, climbs, other);
  }

  Standing plus(Early message) {
    var more = new ArrayList<>(early);
    more.add(message);
    return withEarly(more);
  }
}
