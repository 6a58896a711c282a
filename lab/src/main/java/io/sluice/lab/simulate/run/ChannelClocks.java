package io.sluice.lab.simulate.run;

/**
 * When the last message of each channel arrives, to keep channels in order.
 *
 * <p>A table of the pairs that are in use, because n times n would be too many: open addressing,
 * and whenever it fills up, the channels whose last message has arrived are forgotten.
 */
final class ChannelClocks {

  /** Key and arrival in turn; a key of 0 is a free place. */
  private long[] table = new long[2 * 1024];

  private int used;

  /**
   * The earliest moment from {@code arrival} on at which a message may arrive without overtaking;
   * the channel's next message will not arrive before it.
   */
  long inOrder(int from, int to, long arrival, long now) {
    if (used > table.length / 4) {
      forgetThePast(now);
    }
    long key = ((long) from << 32 | to) + 1;
    int place = find(key);
    if (table[place] == 0) {
      table[place] = key;
      used++;
    }
    long inOrder = Math.max(arrival, table[place + 1]);
    table[place + 1] = inOrder;
    return inOrder;
  }

  private int find(long key) {
    int mask = table.length - 1;
    int place = (int) ((key * 0x9e3779b97f4a7c15L) >>> 33) << 1 & mask;
    while (table[place] != key && table[place] != 0) {
      place = place + 2 & mask;
    }
    return place;
  }

  private void forgetThePast(long now) {
    long[] old = table;
    int current = 0;
    for (int i = 0; i < old.length; i += 2) {
      current += old[i + 1] > now ? 1 : 0;
    }
    // At most a quarter full afterwards, so that the next clearing is far away.
    int length = Math.max(2 * 1024, Integer.highestOneBit(Math.multiplyExact(current, 8)) * 2);
    table = new long[length];
    used = current;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i + 1] > now) {
        int place = find(old[i]);
        table[place] = old[i];
        table[place + 1] = old[i + 1];
      }
    }
  }
}
