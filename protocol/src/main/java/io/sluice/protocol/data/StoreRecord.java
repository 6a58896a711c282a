package io.sluice.protocol.data;

import java.util.LinkedHashSet;
import java.util.List;

/**
 * The record of a version in a store, which is a directory in which data survives the end of its
 * process: that the version was committed, and which stores know it.
 *
 * @param version the newest version that is known
 * @param changes how often the stores have changed, because processes joined, crashed or departed
 * @param stores the names of the stores
 * @param former the stores before the last change, unless all of those that are present are known
 *     to have this record
 */
public record StoreRecord(long version, int changes, List<String> stores, List<String> former) {

  /** Before the first commit. */
  public static final StoreRecord NONE = new StoreRecord(0, 0, List.of(), List.of());

  public StoreRecord {
    stores = List.copyOf(stores);
    former = List.copyOf(former);
  }

  /**
   * Whether its stores have taken the place of the other's. The number of changes decides and not
   * the version: a commit that was interrupted may have left a higher version in a store without
   * which the others have gone on.
   */
  public boolean isNewerThan(StoreRecord other) {
    return changes > other.changes;
  }

  /** The record of the next version, among the stores that are present. */
  public StoreRecord next(long other, List<String> present) {
    var here = among(present);
    return new StoreRecord(other, here.changes, here.stores, here.former);
  }

  /** The record of the same version among the stores that are present. */
  public StoreRecord among(List<String> present) {
    boolean same = present.size() == stores.size() && present.containsAll(stores);
    return same ? this : new StoreRecord(version, changes + 1, present, stores);
  }

  /** The same, if that version is known. */
  public StoreRecord atLeast(long other) {
    return other <= version ? this : new StoreRecord(other, changes, stores, former);
  }

  /** The same, when all stores that are present have it. */
  public StoreRecord settled() {
    return former.isEmpty() ? this : new StoreRecord(version, changes + 1, stores, List.of());
  }

  /**
   * The higher version and the newer stores; of two records that were written at the same time, the
   * stores of both.
   */
  public StoreRecord merge(StoreRecord other) {
    long higher = Math.max(version, other.version);
    if (changes != other.changes) {
      var newer = isNewerThan(other) ? this : other;
      return new StoreRecord(higher, newer.changes, newer.stores, newer.former);
    }
    return new StoreRecord(higher, changes, both(stores, other.stores), both(former, other.former));
  }

  private static List<String> both(List<String> some, List<String> others) {
    var all = new LinkedHashSet<>(some);
    all.addAll(others);
    return List.copyOf(all);
  }

  /** What a process that departs writes to its store: the other ones go on. */
  public StoreRecord leftBy(String store, List<String> present) {
    return stores.equals(List.of(store)) ? changed(without(present, store)) : without(store);
  }

  /** The same after the process of a store has departed. */
  public StoreRecord without(String store) {
    return stores.contains(store) ? changed(without(stores, store)) : this;
  }

  private StoreRecord changed(List<String> others) {
    return others.isEmpty() ? this : new StoreRecord(version, changes + 1, others, former);
  }

  private static List<String> without(List<String> some, String one) {
    return some.stream().filter(each -> !each.equals(one)).toList();
  }
}
