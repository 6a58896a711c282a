package io.sluice.lab.explore.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The worlds of one level, by their spread fingerprints: open addressing, without a lock. For each
 * it also has the moves that do not sleep there, where any do.
 *
 * <p>All workers add to it at the same time. Each place is taken once, and bits are only ever added
 * to it, so the outcome does not depend on which worker comes first. The places of keys go up with
 * the keys, as in {@link SeenWorlds}: going through one is going through the other.
 */
public final class LevelTable {

  private static final VarHandle ITEM = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int LEAST_BITS = 12;
  private static final int MOST_BITS = 29;

  /** How many longs a place has, as a shift: a key, and perhaps the moves awake. */
  private final int wide;

  private int bits = LEAST_BITS;
  private long[] items;

  /** Keeps the reading in {@link #touch} from being optimised away. */
  long touched;

  public LevelTable(boolean sleepSets) {
    this.wide = sleepSets ? 1 : 0;
    this.items = new long[1 << (bits + wide)];
  }

  /**
   * Adds a world, or tells of another way to it.
   *
   * @param awake the moves that do not sleep if it is come to this way
   * @return whether it was new
   */
  public boolean add(long key, long awake) {
    long[] table = items;
    int mask = (1 << bits) - 1;
    for (int at = home(key); ; at = (at + 1) & mask) {
      int item = at << wide;
      long found = table[item];
      if (found == 0) {
        found = (long) ITEM.compareAndExchange(table, item, 0L, key);
      }
      if (found == 0 || found == key) {
        if (wide == 1 && (awake & ~table[item + 1]) != 0) {
          var _ = (long) ITEM.getAndBitwiseOr(table, item + 1, awake);
        }
        return found == 0;
      }
    }
  }

  /** Whether a world has been added. */
  public boolean has(long key) {
    long[] table = items;
    int mask = (1 << bits) - 1;
    int at = home(key);
    for (long found; (found = table[at << wide]) != 0; at = (at + 1) & mask) {
      if (found == key) {
        return true;
      }
    }
    return false;
  }

  /** Reads the places of some keys and forgets them, so that they are at hand from then on. */
  public void touch(long[] keys, int size) {
    long[] table = items;
    long sum = 0;
    for (int k = 0; k < size; k++) {
      sum += table[home(keys[k]) << wide];
    }
    touched = sum;
  }

  private int home(long key) {
    return (int) (key >>> (Long.SIZE - bits));
  }

  /** The moves that need not be taken in a world, once all ways to it are known. */
  public long sleeping(long key) {
    if (wide == 0) {
      return 0;
    }
    int mask = (1 << bits) - 1;
    int at = home(key);
    while (items[at << 1] != key) {
      at = (at + 1) & mask;
    }
    return ~items[(at << 1) + 1];
  }

  /** Whether it has the moves that do not sleep. */
  public boolean hasSleepers() {
    return wide == 1;
  }

  /** How many worlds it takes before it should grow. */
  public int limit() {
    return 3 << (bits - 2);
  }

  /** Becomes large enough for a number of worlds; {@link #clear} has to follow. */
  public void resize(long worlds) {
    bits = LEAST_BITS;
    while (limit() < worlds) {
      bits = larger();
    }
    if (items.length < 1L << (bits + wide)) {
      items = new long[1 << (bits + wide)];
    }
  }

  private int larger() {
    if (bits == MOST_BITS) {
      throw new IllegalStateException("more worlds on one level than a table can hold");
    }
    return bits + 1;
  }

  /** Empties one of several parts of the table. */
  public void clear(int part, int parts) {
    long length = 1L << (bits + wide);
    Arrays.fill(items, (int) (length * part / parts), (int) (length * (part + 1) / parts), 0);
  }

  /** Becomes twice as large; no worker may use it meanwhile. */
  public void grow() {
    long[] old = items;
    int places = 1 << bits;
    bits = larger();
    items = new long[1 << (bits + wide)];
    for (int at = 0; at < places; at++) {
      long key = old[at << wide];
      if (key != 0) {
        var _ = add(key, wide == 1 ? old[(at << 1) + 1] : 0);
      }
    }
  }

  /**
   * Adds one of several parts of the worlds to those seen.
   *
   * @param log is given each of them too
   * @return whether all of them are new there
   */
  public boolean addTo(SeenWorlds seen, LongConsumer log, int part, int parts) {
    int from = SeenWorlds.SEGMENTS * part / parts;
    int to = SeenWorlds.SEGMENTS * (part + 1) / parts;
    int mask = (1 << bits) - 1;
    int end = to << (bits - SeenWorlds.SEGMENT_BITS);
    boolean fresh = true;
    for (int at = from << (bits - SeenWorlds.SEGMENT_BITS); ; at++) {
      long key = items[(at & mask) << wide];
      if (key == 0) {
        if (at >= end) {
          return fresh;
        }
      } else {
        int segment = SeenWorlds.segment(key);
        boolean wrapped = home(key) > (at & mask);
        if (segment >= from && segment < to && wrapped == at > mask) {
          fresh &= seen.add(key);
          log.accept(key);
        }
      }
    }
  }

  /** Looks at worlds one after the other. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param awake the moves that do not sleep there, where any do
     */
    void at(long key, long awake);
  }

  /** Shows every world to a visitor. */
  public void visit(Visitor visitor) {
    for (int at = 0; at < 1 << bits; at++) {
      if (items[at << wide] != 0) {
        visitor.at(items[at << wide], wide == 1 ? items[(at << 1) + 1] : 0);
      }
    }
  }

  public long bytes() {
    return 8L * items.length;
  }
}
