package io.sluice.streams.engine.work;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The state of the keys of one group, with their timers. It moves as a whole, by reference. */
public final class GroupState {

  /** The state of each key that has one. */
  public final Map<Object, Object> states = new HashMap<>();

  /** The keys that have set a timer, by its time. */
  private final TreeMap<Long, Set<Object>> timers = new TreeMap<>();

  public void timer(long time, Object key) {
    timers.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(key);
  }

  /** Whether a timer has expired. */
  public boolean isDue(long watermark) {
    return !timers.isEmpty() && timers.firstKey() <= watermark;
  }

  /** Takes all timers that are set. */
  public SortedMap<Long, Set<Object>> takeAll() {
    var all = new TreeMap<>(timers);
    timers.clear();
    return all;
  }

  /** The first time at which a timer is set; there is one. */
  public long firstTimer() {
    return timers.firstKey();
  }

  /** Takes the keys whose timers expire at the first time. */
  public Set<Object> takeFirst() {
    return timers.pollFirstEntry().getValue();
  }
}
