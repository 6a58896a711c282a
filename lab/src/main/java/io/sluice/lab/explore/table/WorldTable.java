package io.sluice.lab.explore.table;

/**
 * The worlds seen so far, by fingerprint: open addressing, twelve bytes a place.
 *
 * <p>Each worker owns the table of the worlds whose fingerprints fall to it; numbers of worlds are
 * dealt out in turn, so that no two workers ever give the same.
 */
public final class WorldTable {

  private static final int FIRST_CAPACITY = 1 << 12;

  private long[] keys = new long[FIRST_CAPACITY];
  private int[] worlds = new int[FIRST_CAPACITY];
  private int size;

  /** Keeps the reading in {@link #touch} from being optimised away. */
  long touched;

  private final int owner;
  private final int owners;

  public WorldTable(int owner, int owners) {
    this.owner = owner;
    this.owners = owners;
  }

  public int size() {
    return size;
  }

  /** The number that the next new world gets. */
  public int next() {
    return size * owners + owner;
  }

  /** One more than the highest number given so far. */
  public int limit() {
    return size == 0 ? 0 : (size - 1) * owners + owner + 1;
  }

  /**
   * Finds or adds a world.
   *
   * @return its number if it was there, and otherwise {@code ~number} of the new one
   */
  public int findOrAdd(long fingerprint) {
    long key = fingerprint == 0 ? 1 : fingerprint;
    int at = place(key);
    if (keys[at] == key) {
      return worlds[at];
    }
    int number = next();
    size++;
    keys[at] = key;
    worlds[at] = number;
    return ~number;
  }

  /** Makes room for more worlds. */
  public void reserve(int more) {
    while (size + more > keys.length - (keys.length >> 2)) {
      grow();
    }
  }

  /**
   * Reads the places of some candidates one after the other and forgets them. The processor fetches
   * them from memory all at once, where looking each up in its turn would wait for each.
   */
  public void touch(Candidates candidates, int from, int to) {
    int mask = keys.length - 1;
    long sum = 0;
    for (int c = from; c < to; c++) {
      int at = (int) candidates.fingerprint(c) & mask;
      sum += keys[at] + worlds[at];
    }
    touched = sum;
  }

  /** The number of a world, or -1. */
  public int find(long fingerprint) {
    long key = fingerprint == 0 ? 1 : fingerprint;
    int at = place(key);
    return keys[at] == key ? worlds[at] : -1;
  }

  private int place(long key) {
    long[] table = keys;
    int mask = table.length - 1;
    int at = (int) key & mask;
    for (long found; (found = table[at]) != 0 && found != key; ) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    if (keys.length == 1 << 30) {
      throw new IllegalStateException("more worlds than one table can hold");
    }
    long[] oldKeys = keys;
    int[] oldWorlds = worlds;
    keys = new long[2 * oldKeys.length];
    worlds = new int[2 * oldKeys.length];
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldKeys[old] != 0) {
        int at = place(oldKeys[old]);
        keys[at] = oldKeys[old];
        worlds[at] = oldWorlds[old];
      }
    }
  }

  /** What the table takes up; while it grows, three times as much. */
  public long bytes() {
    return 12L * keys.length;
  }
}
