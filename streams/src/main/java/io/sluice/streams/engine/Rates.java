package io.sluice.streams.engine;

import io.sluice.streams.engine.Meter.Counts;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** What an operator has done of late, per second. The keeper adds a sample in each step. */
final class Rates {

  private static final long LATELY = TimeUnit.SECONDS.toNanos(1);

  private record Sample(long at, Counts counts, int instances) {}

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  /**
   * @param records processed a second
   * @param busy the share of the time that instances work or wait for receivers
   * @param blocked the share of the time that they wait for receivers
   */
  record Rate(double records, double busy, double blocked) {
    static final Rate NONE = new Rate(0, 0, 0);
  }

  synchronized void sample(long now, Counts counts, int instances) {
    samples.add(new Sample(now, counts, instances));
    while (now - samples.getFirst().at() > LATELY && samples.size() > 2) {
      samples.remove();
    }
  }

  synchronized Rate rate() {
    if (samples.size() < 2) {
      return Rate.NONE;
    }
    var first = samples.getFirst();
    var last = samples.getLast();
    double nanos = last.at() - first.at();
    var done = last.counts().minus(first.counts());
    double all = nanos * Math.max(1, last.instances());
    return new Rate(
        done.records() / nanos * TimeUnit.SECONDS.toNanos(1),
        Math.min(1, done.busyNanos() / all),
        Math.min(1, done.blockedNanos() / all));
  }
}
