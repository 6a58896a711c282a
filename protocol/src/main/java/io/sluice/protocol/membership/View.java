package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.List;

/**
 * The members of a cluster, agreed on by the members of the view before. Each view is numbered one
 * higher than the one it follows.
 *
 * @param fence lower than every fencing number given in this view, and higher than every one given
 *     in the views before it; see {@link #fenceAfter}
 * @param members the longest-standing first
 */
public record View(long number, long fence, List<@ProcessId Integer> members) {

  /** The view of a process that is in none. */
  public static final View NONE = new View(0, 0, List.of());

  /** Leaves room for about a million fencing numbers in each millisecond. */
  private static final int FENCE_BITS = 20;

  public View {
    members = List.copyOf(members);
  }

  /**
   * Where the fencing numbers of the next view begin. They follow the clock, so that a cluster
   * founded after all members of an older one are gone gives higher numbers than that one; and they
   * rise from view to view whatever the clock shows.
   */
  public static long fenceAfter(long before, long wallClockMillis) {
    return Math.max(before + (1L << FENCE_BITS), wallClockMillis << FENCE_BITS);
  }

  public boolean has(int process) {
    return members.contains(process);
  }

  /** The members without their order. */
  public ProcessSet memberSet() {
    return ProcessSet.of(members.stream().mapToInt(Integer::intValue).toArray());
  }

  /** All members but one. */
  public ProcessSet without(int process) {
    return memberSet().minus(process);
  }

  /**
   * Whether these processes decide for the view: more than half of the members, or exactly half
   * with the longest-standing member among them. Any two quorums have a member in common.
   */
  public boolean isQuorum(ProcessSet some) {
    int present = memberSet().intersection(some).size();
    return 2 * present > members.size()
        || (2 * present == members.size() && present > 0 && some.contains(members.getFirst()));
  }
}
