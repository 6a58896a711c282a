package io.sluice.protocol.data;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a process knows of the stores of some data.
 *
 * <p>When all processes have ended and some of them run again, {@link #cover} decides whether their
 * stores are enough to know the newest version. A commit writes its record to every store that is
 * present, and needs half of the stores that the record before it names, or more. So of any
 * majority of those stores, at least one knows the commit. A process that departs writes to its own
 * store, and tells the others, that the rest go on without it.
 *
 * @param store the store of this process, if it has one
 * @param record the newest record it knows
 * @param open whether the process has used the data in the view before, so that no commit can have
 *     escaped it
 */
public record StoreReport(Optional<String> store, StoreRecord record, boolean open) {

  /** Of a process that knows of no stores. */
  public static final StoreReport NONE = new StoreReport(Optional.empty(), StoreRecord.NONE, false);

  public StoreReport with(StoreRecord other) {
    return new StoreReport(store, record.merge(other), open);
  }

  public StoreReport open(boolean now) {
    return new StoreReport(store, record, now);
  }

  /** What these processes know together. */
  public static StoreRecord newest(Collection<StoreReport> present) {
    var newest = StoreRecord.NONE;
    for (var each : present) {
      newest = newest.merge(each.record);
    }
    return newest;
  }

  /**
   * Whether these processes know the newest version that was committed: if more than half of the
   * stores that the newest record names are here. Where a process has gone on from the view before,
   * half of them are enough. Of several records that were written at the same time, all count.
   */
  public static boolean cover(Collection<StoreReport> present) {
    var newest = newest(present);
    Set<String> here = new HashSet<>();
    boolean goingOn = false;
    for (var each : present) {
      goingOn |= each.open && !newest.isNewerThan(each.record);
      each.store.ifPresent(here::add);
    }
    for (var each : present) {
      if (!newest.isNewerThan(each.record) && !covers(here, each.record, goingOn)) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(Set<String> here, StoreRecord record, boolean goingOn) {
    return covers(here, record.stores(), goingOn) && covers(here, record.former(), goingOn);
  }

  private static boolean covers(Set<String> here, List<String> stores, boolean goingOn) {
    int twice = 2 * (int) stores.stream().filter(here::contains).count();
    return twice > stores.size() || (twice == stores.size() && (goingOn || stores.isEmpty()));
  }
}
