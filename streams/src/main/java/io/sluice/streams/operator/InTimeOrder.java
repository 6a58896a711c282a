package io.sluice.streams.operator;

import java.util.ArrayList;
import java.util.List;

/**
 * Records in order of time; those of one time in order of arrival. Most are added at the end and
 * all are dropped from the beginning, so dropping only counts and makes room from time to time.
 */
final class InTimeOrder implements Saveable {

  private final List<Kept> records = new ArrayList<>(2);
  private int dropped;

  /** The records in order of time. */
  record Ordered(List<Kept> records) implements Saved {
    @Override
    public InTimeOrder restored() {
      var all = new InTimeOrder();
      all.records.addAll(records);
      return all;
    }
  }

  @Override
  public Ordered saved() {
    return new Ordered(records.subList(dropped, records.size()));
  }

  boolean isEmpty() {
    return dropped == records.size();
  }

  /** The index after the last record. */
  int end() {
    return records.size();
  }

  Kept get(int index) {
    return records.get(index);
  }

  /** The index of the first record with that time or a later one. */
  int firstFrom(long time) {
    int low = dropped;
    int high = records.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (records.get(middle).time() < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void add(Kept record) {
    if (isEmpty() || records.getLast().time() <= record.time()) {
      records.add(record);
    } else {
      records.add(firstFrom(record.time() + 1), record);
    }
  }

  /** Drops the records up to that time. */
  void dropTo(long time) {
    dropped = firstFrom(time + 1);
    if (dropped > records.size() / 2) {
      records.subList(0, dropped).clear();
      dropped = 0;
    }
  }
}
