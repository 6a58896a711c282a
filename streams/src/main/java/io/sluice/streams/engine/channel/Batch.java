package io.sluice.streams.engine.channel;

import io.sluice.streams.graph.Output;
import java.util.Arrays;

/** Records that travel together from one instance to another, for one input of its operator. */
public final class Batch implements Item {

  private static final int FEWEST = 16;
  private static final Object[] NO_KEYS = {};
  private static final int[] NO_GROUPS = {};
  private static final long[] NO_TIMES = {};

  private final int from;
  private final int input;
  private final boolean keyed;
  private final boolean timed;
  private final int most;
  private Object[] records;
  private Object[] keys;
  private int[] groups;
  private long[] times;
  private long[] watermarks;
  private int size;
  private long watermark = Output.NO_TIME;

  /**
   * @param keyed whether its records have keys
   * @param timed whether its records have times
   * @param most how many records it has at most
   * @param expected about how many there will be
   */
  public Batch(int from, int input, boolean keyed, boolean timed, int most, int expected) {
    this.from = from;
    this.input = input;
    this.keyed = keyed;
    this.timed = timed;
    this.most = most;
    int capacity = Math.min(Math.max(expected, FEWEST), most);
    this.records = new Object[capacity];
    this.keys = keyed ? new Object[capacity] : NO_KEYS;
    this.groups = keyed ? new int[capacity] : NO_GROUPS;
    this.times = timed ? new long[capacity] : NO_TIMES;
    this.watermarks = timed ? new long[capacity] : NO_TIMES;
  }

  @Override
  public int from() {
    return from;
  }

  /** Which input of the receiving operator it is for. */
  public int input() {
    return input;
  }

  public int size() {
    return size;
  }

  public boolean isFull() {
    return size == most;
  }

  public void add(Object record, long time, long recordsWatermark) {
    makeRoom();
    records[size] = record;
    if (timed) {
      times[size] = time;
      watermarks[size] = recordsWatermark;
    }
    size++;
  }

  public void add(Object record, Object key, int group, long time, long recordsWatermark) {
    makeRoom();
    keys[size] = key;
    groups[size] = group;
    add(record, time, recordsWatermark);
  }

  private void makeRoom() {
    if (size == records.length) {
      int larger = Math.min(most, 2 * size);
      records = Arrays.copyOf(records, larger);
      if (keyed) {
        keys = Arrays.copyOf(keys, larger);
        groups = Arrays.copyOf(groups, larger);
      }
      if (timed) {
        times = Arrays.copyOf(times, larger);
        watermarks = Arrays.copyOf(watermarks, larger);
      }
    }
  }

  public Object record(int k) {
    return records[k];
  }

  public Object key(int k) {
    return keys[k];
  }

  public int group(int k) {
    return groups[k];
  }

  public long time(int k) {
    return timed ? times[k] : Output.NO_TIME;
  }

  /** The watermark at the source when the record was read. */
  public long watermark(int k) {
    return timed ? watermarks[k] : Output.NO_TIME;
  }

  /** The sender's watermark behind these records. */
  public long watermark() {
    return watermark;
  }

  public void seal(long senders) {
    watermark = senders;
  }
}
