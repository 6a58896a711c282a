package io.sluice.lab.experiment.padme;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures how a lock with priorities serves each priority.
 *
 * <p>A <em>priority inversion</em> is an entry during which a more urgent request waits. It is an
 * <em>overtaking</em> if that request was also made earlier than the one that entered: then neither
 * priority nor age justifies the entry, only the place of the token.
 */
final class PriorityMeter implements Auditor {

  private static final long NEVER = -1;

  /** What one priority got: the number of entries, and how long they had waited in total. */
  record Level(long entries, double waitedSeconds) {

    static final Level NOTHING = new Level(0, 0);

    Level plus(long waited) {
      return new Level(entries + 1, waitedSeconds + waited / 1e9);
    }

    /** In seconds; 0 without an entry. */
    double meanWait() {
      return entries == 0 ? 0 : waitedSeconds / entries;
    }
  }

  private final long from;
  private final long until;

  /** For each priority the waiting processes and since when, the longest first. */
  private final SortedMap<Integer, LinkedHashMap<Integer, Long>> waiting = new TreeMap<>();

  private final SortedMap<Integer, Level> levels = new TreeMap<>();
  private final List<Long> handovers = new ArrayList<>();
  private long entries;
  private long inversions;
  private long overtakings;
  private long backToBack;
  private int waitingNow;
  private long leftAt = NEVER;
  private int leftLast = -1;
  private boolean awaited;

  /**
   * Counts what happens from one moment until just before another.
   *
   * @param from in nanoseconds
   * @param until in nanoseconds, exclusive
   */
  PriorityMeter(long from, long until) {
    this.from = from;
    this.until = until;
  }

  /** By priority, the most urgent first; includes priorities that asked but never entered. */
  SortedMap<Integer, Level> levels() {
    return levels;
  }

  long entries() {
    return entries;
  }

  long inversions() {
    return inversions;
  }

  long overtakings() {
    return overtakings;
  }

  /**
   * Entries at the moment at which the same process released, which cost no message and no time.
   */
  long backToBack() {
    return backToBack;
  }

  /** Times from an exit to the next entry, where a process waited at the exit; in nanoseconds. */
  List<Long> handovers() {
    return handovers;
  }

  @Override
  public void asked(long at, int node, Claim claim) {
    waiting.computeIfAbsent(claim.priority(), _ -> new LinkedHashMap<>()).put(node, at);
    levels.putIfAbsent(claim.priority(), Level.NOTHING);
    waitingNow++;
  }

  @Override
  public void entered(long at, int node, Claim claim, long fence) {
    long askedAt = stopWaiting(node, claim);
    if (at >= from && at < until) {
      count(at, node, claim.priority(), askedAt);
    }
    leftAt = NEVER;
  }

  private void count(long at, int node, int priority, long askedAt) {
    entries++;
    levels.computeIfPresent(priority, (_, level) -> level.plus(at - askedAt));
    long oldest = Long.MAX_VALUE;
    for (var moreUrgent : waiting.headMap(priority).values()) {
      if (!moreUrgent.isEmpty()) {
        oldest = Math.min(oldest, moreUrgent.firstEntry().getValue());
      }
    }
    inversions += oldest < Long.MAX_VALUE ? 1 : 0;
    overtakings += oldest < askedAt ? 1 : 0;
    if (leftAt == NEVER) {
      return;
    }
    backToBack += at == leftAt && node == leftLast ? 1 : 0;
    if (awaited) {
      handovers.add(at - leftAt);
    }
  }

  private long stopWaiting(int node, Claim claim) {
    var ofPriority = waiting.get(claim.priority());
    var since = ofPriority == null ? null : ofPriority.remove(node);
    if (since == null) {
      throw new IllegalStateException("node " + node + " entered without having asked");
    }
    waitingNow--;
    return since;
  }

  @Override
  public void released(long at, int node, Claim claim) {
    leftAt = at;
    leftLast = node;
    awaited = waitingNow > 0;
  }

  @Override
  public void withdrew(long at, int node, Claim claim) {
    stopWaiting(node, claim);
  }

  @Override
  public void crashed(long at, int node) {
    for (var ofPriority : waiting.values()) {
      waitingNow -= ofPriority.remove(node) == null ? 0 : 1;
    }
  }
}
