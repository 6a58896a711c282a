package io.sluice.cluster;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The members of a cluster, as they have agreed. Views follow one another, each numbered one
 * higher, and for each number there is at most one.
 *
 * @param number which one it is
 * @param fence lower than every fencing number given in this view, and higher than every one given
 *     in views before it; see {@link #fenceAfter}
 * @param members the longest-standing first; their places are the process numbers of the protocols
 */
public record View(long number, long fence, List<Member> members) {

  /** Room for the entries of a millisecond. */
  private static final int FENCE_BITS = 20;

  public View {
    members = List.copyOf(members);
  }

  /**
   * Where the numbers of the next view begin: a clock of milliseconds, so that even a cluster
   * founded again, after all members of the old one had gone, gives higher numbers; but higher than
   * before in any case, whatever the clock says.
   */
  public static long fenceAfter(long before, long wallClockMillis) {
    return Math.max(before + (1L << FENCE_BITS), wallClockMillis << FENCE_BITS);
  }

  @Override
  public String toString() {
    return members.stream()
        .map(Member::name)
        .collect(Collectors.joining(" ", "view " + number + ": ", ""));
  }

  /**
   * Whether these can decide for all: more than half of the members, or just half with the
   * longest-standing one among them. Any two such sets have a member in common.
   */
  public boolean isQuorum(Collection<Member> some) {
    int present = (int) members.stream().filter(some::contains).count();
    return 2 * present > members.size()
        || (2 * present == members.size() && some.contains(members.getFirst()));
  }
}
