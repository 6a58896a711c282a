package io.sluice.lab.explore.table;

import java.util.Arrays;

/** A sequence of ints that grows by pages, so that growing never copies and may pass 2^31. */
public final class IntStore {

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  private int[][] pages = new int[8][];
  private int pageCount;
  private long size;

  long size() {
    return size;
  }

  public int get(long index) {
    return pages[(int) (index >>> PAGE_BITS)][(int) index & (PAGE - 1)];
  }

  public void append(int[] values, int length) {
    for (int done = 0; done < length; ) {
      int offset = (int) size & (PAGE - 1);
      if (offset == 0) {
        addPage();
      }
      int part = Math.min(PAGE - offset, length - done);
      System.arraycopy(values, done, pages[pageCount - 1], offset, part);
      done += part;
      size += part;
    }
  }

  private void addPage() {
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, 2 * pageCount);
    }
    pages[pageCount++] = new int[PAGE];
  }

  public long bytes() {
    return 4L * PAGE * pageCount;
  }
}
