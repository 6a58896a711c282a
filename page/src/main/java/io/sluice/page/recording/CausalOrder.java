package io.sluice.page.recording;

import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.TraceStep;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Puts the steps of several processes into one order: each process's own in theirs, and every
 * message sent before it arrives. Among the steps that may come next, the one with the earliest
 * time does; clocks that differ can so never turn cause and effect round.
 */
final class CausalOrder {

  private record Channel(int from, int to) {}

  private record InTransit(Object message, RunEvent sender) {}

  private final IdentityHashMap<RunEvent, RunEvent> senders = new IdentityHashMap<>();
  private final List<RunEvent> ordered = new ArrayList<>();
  private int unmatched;

  /**
   * Orders the steps.
   *
   * @param processes the steps of each process, in their order
   */
  static CausalOrder of(List<List<RunEvent>> processes) {
    var order = new CausalOrder();
    order.match(processes);
    order.merge(processes);
    return order;
  }

  /** All steps. */
  List<RunEvent> events() {
    return ordered;
  }

  /** How many messages arrived whose sending was not recorded. */
  int unmatched() {
    return unmatched;
  }

  /** Channels keep the order, so the oldest equal message of the channel is the one. */
  private void match(List<List<RunEvent>> processes) {
    var channels = new HashMap<Channel, ArrayDeque<InTransit>>();
    for (var steps : processes) {
      for (var event : steps) {
        for (TraceStep.Sent sent : event.step().sent()) {
          channels
              .computeIfAbsent(new Channel(event.process(), sent.to()), _ -> new ArrayDeque<>())
              .add(new InTransit(sent.message(), event));
        }
      }
    }
    for (var steps : processes) {
      for (var event : steps) {
        if (event.step().event() instanceof Event.Receive(int to, int from, var message)) {
          var channel = channels.getOrDefault(new Channel(from, to), new ArrayDeque<>());
          var sender = take(channel, message);
          sender.ifPresent(cause -> senders.put(event, cause));
          unmatched += sender.isPresent() ? 0 : 1;
        }
      }
    }
  }

  private static Optional<RunEvent> take(ArrayDeque<InTransit> channel, Object message) {
    for (Iterator<InTransit> each = channel.iterator(); each.hasNext(); ) {
      var next = each.next();
      if (next.message.equals(message)) {
        each.remove();
        return Optional.of(next.sender);
      }
    }
    return Optional.empty();
  }

  private void merge(List<List<RunEvent>> processes) {
    var heads = new ArrayList<ArrayDeque<RunEvent>>();
    processes.forEach(steps -> heads.add(new ArrayDeque<>(steps)));
    var taken = new IdentityHashMap<RunEvent, Boolean>();
    while (true) {
      heads.removeIf(ArrayDeque::isEmpty);
      if (heads.isEmpty()) {
        return;
      }
      var next =
          heads.stream()
              .filter(queue -> isCaused(queue.getFirst(), taken))
              .min(Comparator.comparingLong(queue -> queue.getFirst().at()))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "messages arrive before they are sent: these files do not belong"
                              + " together"));
      var event = next.removeFirst();
      taken.put(event, true);
      ordered.add(event);
    }
  }

  private boolean isCaused(RunEvent event, IdentityHashMap<RunEvent, Boolean> taken) {
    var sender = senders.get(event);
    return sender == null || taken.containsKey(sender);
  }
}
