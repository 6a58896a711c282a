package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.protocol.priority.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a semaphore's root is: it hears nothing until all have asked who waited when the view
 * began, and then the more urgent first. Not for several threads at once.
 */
final class UrgentFirst {

  private final Set<Member> prompt = new HashSet<>(0);
  private final List<SeatMessage> early = new ArrayList<>(0);
  private boolean open;

  /** Whether the root hears what comes, at once. */
  boolean isOpen() {
    return open;
  }

  /** That member has asked for all who waited there. */
  void hasAsked(Member member) {
    prompt.add(member);
  }

  /** Keeps what has come for the root before it is open. */
  void keep(SeatMessage message) {
    early.add(message);
  }

  /**
   * Begins if all of these have asked.
   *
   * @return what the root is to hear first, in this order
   */
  List<SeatMessage> beginAfter(Set<Member> expected) {
    if (!prompt.containsAll(expected)) {
      return List.of();
    }
    open = true;
    var first = early.stream().sorted(Comparator.comparingInt(UrgentFirst::urgency)).toList();
    early.clear();
    return first;
  }

  /** Of a request its priority; all else comes after them, in the order of its arrival. */
  private static int urgency(SeatMessage seated) {
    return seated.message().orElseThrow() instanceof Message.Request(_, var wish)
        ? wish.priority()
        : Integer.MAX_VALUE;
  }
}
