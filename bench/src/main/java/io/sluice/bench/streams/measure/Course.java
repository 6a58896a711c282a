package io.sluice.bench.streams.measure;

import java.util.List;

/**
 * How the number of instances developed.
 *
 * @param settled the number in the end
 * @param settledNanos when it was reached for good
 * @param overshoot by how much it was exceeded on the way
 * @param reversals how often growing turned into shrinking or the other way round
 */
record Course(int settled, long settledNanos, int overshoot, int reversals) {

  /** The number of instances at a time. */
  record Sample(long nanos, int instances) {}

  /** The course that these samples show, in the order of their times; at least one. */
  static Course of(List<Sample> samples) {
    long settledNanos = 0;
    int highest = samples.getFirst().instances;
    int direction = 0;
    int reversals = 0;
    for (int i = 1; i < samples.size(); i++) {
      int change = Integer.signum(samples.get(i).instances - samples.get(i - 1).instances);
      if (change != 0) {
        settledNanos = samples.get(i).nanos;
        reversals += change == -direction ? 1 : 0;
        direction = change;
      }
      highest = Math.max(highest, samples.get(i).instances);
    }
    int settled = samples.getLast().instances;
    return new Course(settled, settledNanos, highest - settled, reversals);
  }
}
