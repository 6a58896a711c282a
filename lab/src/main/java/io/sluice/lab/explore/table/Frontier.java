package io.sluice.lab.explore.table;

import java.util.Arrays;

/**
 * The worlds of one level that fell to one worker: their vectors, fingerprints and numbers.
 *
 * <p>Most channels of most worlds are empty, so a world is kept as its states and clients followed
 * by the slots of the others that are not 0. It grows by pages, so a large level is never copied.
 */
public final class Frontier {

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int MOST_PAGES = 1 << (Integer.SIZE - PAGE_BITS);

  /** Before the slots of a world: its number, its fingerprint in two halves, how many there are. */
  private static final int HEADER = 4;

  /** Worlds of up to this many slots are copied faster whole than without their empty channels. */
  private static final int MOST_DENSE = 40;

  private final int width;

  /** How many slots at the beginning are kept even if they are 0. */
  private final int dense;

  private int[][] pages = new int[4][];
  private int page = -1;
  private int used = PAGE;
  private int allocated;

  /** Where each world begins: page and offset together. */
  private final IntList places = new IntList();

  /**
   * @param width how many slots a world has
   * @param always how many slots at the beginning are seldom 0: they are kept in any case
   */
  public Frontier(int width, int always) {
    this.width = width;
    this.dense = width <= MOST_DENSE ? width : always;
  }

  public int size() {
    return places.size();
  }

  public void clear() {
    places.clear();
    page = -1;
    used = PAGE;
  }

  public int number(int index) {
    int place = places.get(index);
    return pages[place >>> PAGE_BITS][place & (PAGE - 1)];
  }

  public long fingerprint(int index) {
    int place = places.get(index);
    int[] from = pages[place >>> PAGE_BITS];
    int at = place & (PAGE - 1);
    return (long) from[at + 1] << 32 | Integer.toUnsignedLong(from[at + 2]);
  }

  /** Copies a world's vector, and returns its fingerprint. */
  public long load(int index, int[] to) {
    int place = places.get(index);
    int[] from = pages[place >>> PAGE_BITS];
    int at = place & (PAGE - 1);
    System.arraycopy(from, at + HEADER, to, 0, dense);
    Arrays.fill(to, dense, width, 0);
    int end = at + HEADER + from[at + 3];
    for (int pair = at + HEADER + dense; pair < end; pair += 2) {
      to[from[pair]] = from[pair + 1];
    }
    return (long) from[at + 1] << 32 | Integer.toUnsignedLong(from[at + 2]);
  }

  public void add(int[] vector, long fingerprint, int number) {
    if (used + HEADER + dense + 2 * (width - dense) > PAGE) {
      startPage();
    }
    int[] to = pages[page];
    int at = used;
    places.add(page << PAGE_BITS | at);
    to[at] = number;
    to[at + 1] = (int) (fingerprint >>> 32);
    to[at + 2] = (int) fingerprint;
    System.arraycopy(vector, 0, to, at + HEADER, dense);
    int end = at + HEADER + dense;
    for (int slot = dense; slot < width; slot++) {
      if (vector[slot] != 0) {
        to[end++] = slot;
        to[end++] = vector[slot];
      }
    }
    to[at + 3] = end - at - HEADER;
    used = end;
  }

  /** Writes a world down, without its number. */
  public void write(int index, Bytes out) {
    int place = places.get(index);
    int[] from = pages[place >>> PAGE_BITS];
    int at = place & (PAGE - 1);
    out.putLong((long) from[at + 1] << 32 | Integer.toUnsignedLong(from[at + 2]));
    int length = from[at + 3];
    out.putInt(length);
    for (int slot = 0; slot < length; slot++) {
      out.putInt(from[at + HEADER + slot]);
    }
  }

  /** Adds a world that was written down; its number is 0. */
  public void read(Bytes in) {
    if (used + HEADER + dense + 2 * (width - dense) > PAGE) {
      startPage();
    }
    int[] to = pages[page];
    int at = used;
    places.add(page << PAGE_BITS | at);
    long fingerprint = in.getLong();
    int length = in.getInt();
    to[at] = 0;
    to[at + 1] = (int) (fingerprint >>> 32);
    to[at + 2] = (int) fingerprint;
    to[at + 3] = length;
    for (int slot = 0; slot < length; slot++) {
      to[at + HEADER + slot] = in.getInt();
    }
    used = at + HEADER + length;
  }

  private void startPage() {
    page++;
    used = 0;
    if (page == MOST_PAGES) {
      throw new IllegalStateException("more worlds on one level than a frontier can hold");
    }
    if (page == pages.length) {
      pages = Arrays.copyOf(pages, 2 * page);
    }
    if (pages[page] == null) {
      pages[page] = new int[PAGE];
      allocated++;
    }
  }

  public long bytes() {
    return 4L * PAGE * allocated + 4L * places.array().length;
  }
}
