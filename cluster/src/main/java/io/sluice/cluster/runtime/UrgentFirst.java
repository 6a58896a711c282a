package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.protocol.priority.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Holds messages for the root of a semaphore's tree back until all nodes with requests that waited
 * when the view began have sent them, and then passes the more urgent on first. Not thread-safe.
 */
final class UrgentFirst {

  private final Set<Member> prompt = new HashSet<>(0);
  private final List<SeatMessage> early = new ArrayList<>(0);
  private boolean open;

  /** Whether messages go to the root at once. */
  boolean isOpen() {
    return open;
  }

  /** That member has sent all requests that waited there. */
  void hasAsked(Member member) {
    prompt.add(member);
  }

  /** Whether messages wait for the root. */
  boolean isKeeping() {
    return !early.isEmpty();
  }

  /** Keeps a message for the root until it is open. */
  void keep(SeatMessage message) {
    early.add(message);
  }

  /**
   * Opens if all of these members have sent their requests.
   *
   * @return the messages kept for the root, in the order in which it is to take them
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
