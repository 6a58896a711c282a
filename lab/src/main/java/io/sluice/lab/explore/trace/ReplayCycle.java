package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.search.Starvation;
import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Judges whether the end of a replayed trace can repeat for ever, although each move that {@link
 * Starvation} calls fair gets its due, while somebody waits all along.
 */
final class ReplayCycle {

  /** Moves that need never happen: nobody need ask again, and nothing need go wrong. */
  private static final Set<Kind> NOT_BOUND =
      EnumSet.of(
          Kind.ASK,
          Kind.CRASH,
          Kind.LOSE,
          Kind.DUPLICATE,
          Kind.JOIN,
          Kind.DEPART,
          Kind.WITHDRAW,
          Kind.ORDER);

  private record FairMove(Kind kind, int node, int peer, String timer) {
    static FairMove of(Event event) {
      return new FairMove(
          event.kind(),
          event.node(),
          event.peer(),
          event.kind() == Kind.EXPIRE ? event.text() : "");
    }
  }

  private final Set<FairMove> taken = new HashSet<>();
  private final List<String> alwaysWaiting = new ArrayList<>();
  private Optional<Set<FairMove>> alwaysPossible = Optional.empty();
  private Optional<Long> start = Optional.empty();

  ReplayCycle(Layout layout) {
    IntStream.range(0, layout.size()).mapToObj(layout::name).forEach(alwaysWaiting::add);
  }

  void begin(long fingerprint) {
    start = Optional.of(fingerprint);
  }

  boolean hasBegun() {
    return start.isPresent();
  }

  /** Hears of a world of the cycle, and of the event that leads on from it. */
  void pass(List<Event> possible, Event event, List<String> waiting) {
    var now = new HashSet<FairMove>();
    possible.stream()
        .filter(move -> !NOT_BOUND.contains(move.kind()))
        .map(FairMove::of)
        .forEach(now::add);
    alwaysPossible.ifPresent(now::retainAll);
    alwaysPossible = Optional.of(now);
    alwaysWaiting.retainAll(waiting);
    taken.add(FairMove.of(event));
  }

  /** Those who starve, if the cycle ends in a world of that fingerprint. */
  List<String> starving(long fingerprint) {
    boolean closed = start.equals(Optional.of(fingerprint));
    boolean fair = alwaysPossible.filter(taken::containsAll).isPresent();
    return closed && fair ? alwaysWaiting : List.of();
  }
}
