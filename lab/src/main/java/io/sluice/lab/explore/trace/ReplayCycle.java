package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.FairMove;
import io.sluice.lab.explore.world.Rewriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Judges whether the end of a replayed trace can repeat without end, although each fair move gets
 * its due, while a process waits all along.
 */
final class ReplayCycle {

  private final Set<Event> taken = new HashSet<>();
  private final List<String> alwaysWaiting = new ArrayList<>();
  private Optional<Set<Event>> alwaysPossible = Optional.empty();
  private Optional<Long> start = Optional.empty();

  private final boolean unordered;
  private final Rewriter rewriter = new Rewriter();

  ReplayCycle(Scope<?, ?> scope) {
    var layout = scope.layout();
    this.unordered = scope.channels() == Scope.Channels.UNORDERED;
    IntStream.range(0, layout.size()).mapToObj(layout::name).forEach(alwaysWaiting::add);
  }

  void begin(long fingerprint) {
    start = Optional.of(fingerprint);
  }

  boolean hasBegun() {
    return start.isPresent();
  }

  /** Notes a world of the cycle, and the event that leads on from it. */
  void pass(List<TraceStep> possible, Event event, List<String> waiting) {
    var now = new HashSet<Event>();
    possible.forEach(step -> fair(step.event()).ifPresent(now::add));
    alwaysPossible.ifPresent(now::retainAll);
    alwaysPossible = Optional.of(now);
    alwaysWaiting.retainAll(waiting);
    fair(event).ifPresent(taken::add);
  }

  /** The processes that starve, if the cycle ends in a world of that fingerprint. */
  List<String> starving(long fingerprint) {
    boolean closed = start.equals(Optional.of(fingerprint));
    boolean fair = alwaysPossible.filter(taken::containsAll).isPresent();
    return closed && fair ? alwaysWaiting : List.of();
  }

  /**
   * The event without the choice that fairness does not make, as {@link FairMove} defines it: which
   * message of a FIFO channel, which outcome of a draw. Empty for an event that need never happen:
   * a fault, a change, a request.
   */
  private Optional<Event> fair(Event event) {
    return switch (event) {
      case Event.Release _, Event.Expire _, Event.Exclude _, Event.Tick _, Event.Resume _ ->
          Optional.of(event);
      case Event.Receive(int process, int from, var message) ->
          Optional.of(new Event.Receive(process, from, unordered ? kind(message) : ""));
      case Event.Draw(int process, _, _) -> Optional.of(new Event.Draw(process, "", 0));
      case Event.Ask _,
          Event.Withdraw _,
          Event.Lose _,
          Event.Duplicate _,
          Event.Crash _,
          Event.Join _,
          Event.Depart _,
          Event.Order _,
          Event.Pause _ ->
          Optional.empty();
    };
  }

  /** The message without its logical times. */
  private Object kind(Object message) {
    return rewriter.rewrite(message, Rewriter.WITHOUT_TIMES);
  }
}
