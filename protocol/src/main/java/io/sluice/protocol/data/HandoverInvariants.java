package io.sluice.protocol.data;

import io.sluice.protocol.World;
import io.sluice.protocol.data.HandoverState.Presence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What {@link Handover} promises of every world. */
final class HandoverInvariants<L, M> {

  private final int copies;

  HandoverInvariants(int copies) {
    this.copies = copies;
  }

  /** The promises by their names. */
  Map<String, Predicate<World<HandoverState<L>, HandoverMessage<M>>>> promises() {
    var all = new LinkedHashMap<String, Predicate<World<HandoverState<L>, HandoverMessage<M>>>>();
    all.put("newest", this::entrantsSeeTheLastCommittedVersion);
    all.put("whole", this::nothingIncompleteIsStored);
    all.put("one-content", this::equalVersionsAreEqual);
    all.put("discarded", this::discardedVersionsAreNeverSeen);
    all.put("kept", this::theNewestVersionExists);
    all.put("survives", this::oneCrashLosesNothing);
    return all;
  }

  private Stream<HandoverState<L>> states(World<HandoverState<L>, HandoverMessage<M>> world) {
    return processes(world).mapToObj(world::state);
  }

  private IntStream processes(World<HandoverState<L>, HandoverMessage<M>> world) {
    return IntStream.range(0, world.layout().size());
  }

  private static int crashes(World<?, ?> world) {
    return (int) IntStream.range(0, world.layout().size()).filter(world::crashed).count();
  }

  private Optional<Long> lastCommitted(World<HandoverState<L>, HandoverMessage<M>> world) {
    return states(world).flatMap(s -> s.numbers().committed().stream()).max(Long::compare);
  }

  /**
   * An entrant sees the last version whose commit was complete, or a later one whose writer crashed
   * during the commit, or is told that it is lost. Two commits never have the same number.
   */
  private boolean entrantsSeeTheLastCommittedVersion(
      World<HandoverState<L>, HandoverMessage<M>> world) {
    var last = lastCommitted(world);
    if (last.isEmpty()) {
      return true;
    }
    boolean once = states(world).filter(s -> s.numbers().committed().equals(last)).count() == 1;
    return once
        && processes(world)
            .filter(process -> !world.crashed(process))
            .mapToObj(world::state)
            .flatMap(s -> s.mapped().stream())
            .allMatch(mapped -> mapped.lost() || mapped.copy().version() >= last.get());
  }

  private boolean nothingIncompleteIsStored(World<HandoverState<L>, HandoverMessage<M>> world) {
    return states(world)
        .allMatch(
            s ->
                s.copy().isWhole()
                    && s.copy().version() == s.copies().stored()
                    && s.mapped().stream().allMatch(mapped -> mapped.copy().isWhole()));
  }

  private boolean equalVersionsAreEqual(World<HandoverState<L>, HandoverMessage<M>> world) {
    int n = world.layout().size();
    for (int one = 0; one < n; one++) {
      for (int other = one + 1; other < n; other++) {
        var mine = world.state(one).copy();
        var theirs = world.state(other).copy();
        if (mine.version() == theirs.version() && !mine.equals(theirs)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean discardedVersionsAreNeverSeen(World<HandoverState<L>, HandoverMessage<M>> world) {
    return states(world)
        .flatMap(s -> s.numbers().discarded().stream())
        .allMatch(
            number ->
                states(world)
                    .allMatch(
                        s -> s.copy().version() != number && !s.copy().blocks().contains(number)));
  }

  /** While nothing has crashed, a process that has not departed has the last committed version. */
  private boolean theNewestVersionExists(World<HandoverState<L>, HandoverMessage<M>> world) {
    return crashes(world) > 0 || survives(world);
  }

  private boolean survives(World<HandoverState<L>, HandoverMessage<M>> world) {
    var last = lastCommitted(world);
    var present =
        processes(world)
            .filter(process -> !world.crashed(process))
            .mapToObj(world::state)
            .filter(s -> s.presence() != Presence.DEPARTED)
            .toList();
    return last.isEmpty()
        || present.isEmpty()
        || present.stream().anyMatch(s -> s.copy().version() >= last.get());
  }

  /** With two copies one crash loses no committed version, and none is reported lost. */
  private boolean oneCrashLosesNothing(World<HandoverState<L>, HandoverMessage<M>> world) {
    return copies < 2
        || crashes(world) > 1
        || (survives(world)
            && states(world).noneMatch(s -> s.mapped().filter(m -> m.lost()).isPresent()));
  }
}
