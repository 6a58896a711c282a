package io.sluice.streams.engine.measure;

import io.sluice.streams.engine.measure.Meter.Counts;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/** What an operator has done of late, per second. The keeper adds a sample in each step. */
public final class Rates {

  private static final long LATELY = TimeUnit.SECONDS.toNanos(1);

  private record Sample(long at, Counts counts) {}

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  public Rates() {
    samples.add(new Sample(System.nanoTime(), Counts.NONE));
  }

  /**
   * @param records processed a second
   * @param busy the share of the time that instances work
   * @param blocked the share of the time that they wait for receivers
   */
  public record Rate(double records, double busy, double blocked) {
    static final Rate NONE = new Rate(0, 0, 0);
  }

  public synchronized void sample(long now, Counts counts) {
    samples.add(new Sample(now, counts));
    while (now - samples.getFirst().at() > LATELY && samples.size() > 2) {
      samples.remove();
    }
  }

  /** The rates up to now. */
  public synchronized Rate rate(long now, Counts counts, int instances) {
    if (now <= samples.getFirst().at()) {
      return Rate.NONE;
    }
    var first = samples.getFirst();
    double nanos = now - first.at();
    var done = counts.minus(first.counts());
    double all = nanos * Math.max(1, instances);
    return new Rate(
        done.records() / nanos * TimeUnit.SECONDS.toNanos(1),
        Math.clamp(done.workingNanos() / all, 0, 1),
        Math.clamp(done.blockedNanos() / all, 0, 1));
  }
}
