package io.sluice.streams.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The aggregates of one key's open windows, by the start of the window. Most often there are one or
 * two, so this is a pair of arrays.
 */
final class OpenWindows implements Saveable {

  private static final Object NONE = new Object();

  private long[] starts = new long[2];
  private Object[] aggregates = {NONE, NONE};
  private int size;

  /** The windows as lists, in ascending order. */
  record Listed(List<Long> starts, List<Object> aggregates) implements Saved {
    @Override
    public OpenWindows restored() {
      var open = new OpenWindows();
      for (int each = 0; each < starts.size(); each++) {
        var _ = open.put(starts.get(each), aggregates.get(each));
      }
      return open;
    }
  }

  @Override
  public Listed saved() {
    var times = new ArrayList<Long>(size);
    for (int each = 0; each < size; each++) {
      times.add(starts[each]);
    }
    return new Listed(times, Arrays.asList(aggregates).subList(0, size));
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Where the window is; negative if it is not open. */
  int find(long start) {
    // New windows are the latest ones, and records fall into those.
    return size > 0 && starts[size - 1] == start
        ? size - 1
        : Arrays.binarySearch(starts, 0, size, start);
  }

  /** The aggregate of a window that {@link #find} has found. */
  Object aggregate(int index) {
    return aggregates[index];
  }

  /**
   * Sets the aggregate of a window, and opens it if it is not open.
   *
   * @return whether it was opened
   */
  boolean put(long start, Object aggregate) {
    int found = find(start);
    if (found >= 0) {
      aggregates[found] = aggregate;
      return false;
    }
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      aggregates = Arrays.copyOf(aggregates, 2 * size);
    }
    int index = -found - 1;
    System.arraycopy(starts, index, starts, index + 1, size - index);
    System.arraycopy(aggregates, index, aggregates, index + 1, size - index);
    starts[index] = start;
    aggregates[index] = aggregate;
    size++;
    return true;
  }

  /** Closes a window that {@link #find} has found. */
  Object remove(int index) {
    var removed = aggregates[index];
    size--;
    System.arraycopy(starts, index + 1, starts, index, size - index);
    System.arraycopy(aggregates, index + 1, aggregates, index, size - index);
    aggregates[size] = NONE;
    return removed;
  }
}
