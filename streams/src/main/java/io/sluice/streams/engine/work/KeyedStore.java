package io.sluice.streams.engine.work;

import io.sluice.protocol.scaling.keyed.KeyGroups;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of the key groups that an instance owns, and the records that wait for the state of
 * theirs.
 */
public final class KeyedStore {

  /** A record whose group has not come yet. */
  public record Kept(int input, Object record, Object key, long time, long watermark) {}

  private final GroupState[] groups;
  private final List<ArrayDeque<Kept>> kept;
  private int keptRecords;

  public KeyedStore(int groups) {
    this.groups = new GroupState[groups];
    this.kept = new ArrayList<>(groups);
    for (int group = 0; group < groups; group++) {
      kept.add(new ArrayDeque<>(0));
    }
  }

  /** The state of groups that have never had an owner. */
  public void begin(KeyGroups owned) {
    owned.forEach(group -> groups[group] = new GroupState());
  }

  public boolean has(int group) {
    return groups[group] != null;
  }

  public int size() {
    return groups.length;
  }

  /** Gives the state of some groups away. */
  public Map<Integer, GroupState> take(KeyGroups moving) {
    var taken = new HashMap<Integer, GroupState>();
    moving.forEach(
        group -> {
          taken.put(group, get(group));
          remove(group);
        });
    return taken;
  }

  /** The state of a group that is here. */
  public GroupState get(int group) {
    var state = groups[group];
    if (state == null) {
      throw new IllegalStateException("the state of key group %d is not here".formatted(group));
    }
    return state;
  }

  @SuppressWarnings("NullAway") // null: not here
  private void remove(int group) {
    groups[group] = null;
  }

  public void put(int group, GroupState state) {
    groups[group] = state;
  }

  public void keep(int group, Kept record) {
    kept.get(group).add(record);
    keptRecords++;
  }

  /** Takes the first record that waits for this group. */
  public Optional<Kept> takeKept(int group) {
    var first = Optional.ofNullable(kept.get(group).poll());
    if (first.isPresent()) {
      keptRecords--;
    }
    return first;
  }

  /** How many records wait for their group. */
  public int keptRecords() {
    return keptRecords;
  }
}
