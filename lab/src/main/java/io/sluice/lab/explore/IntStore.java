package io.sluice.lab.explore;

import java.util.ArrayList;
import java.util.List;

/** A sequence of ints that grows by pages, so that growing never copies and may pass 2^31. */
final class IntStore {

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  private final List<int[]> pages = new ArrayList<>();
  private long size;

  long size() {
    return size;
  }

  int get(long index) {
    return pages.get((int) (index >>> PAGE_BITS))[(int) index & (PAGE - 1)];
  }

  int pages() {
    return pages.size();
  }

  int[] page(int number) {
    return pages.get(number);
  }

  /** How many ints a page holds. */
  int pageSize(int number) {
    return (int) Math.min(PAGE, size - (long) number * PAGE);
  }

  void append(int[] values, int length) {
    for (int done = 0; done < length; ) {
      int offset = (int) size & (PAGE - 1);
      if (offset == 0) {
        pages.add(new int[PAGE]);
      }
      int part = Math.min(PAGE - offset, length - done);
      System.arraycopy(values, done, pages.getLast(), offset, part);
      done += part;
      size += part;
    }
  }

  long bytes() {
    return 4L * PAGE * pages.size();
  }
}
