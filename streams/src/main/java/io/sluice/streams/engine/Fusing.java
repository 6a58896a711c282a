package io.sluice.streams.engine;

import io.sluice.streams.engine.measure.Meter.Counts;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Whether an instance should share a {@link Carrier} with the one that sends to it: both must be
 * the only ones of their operators, and must have been quiet for a while.
 */
final class Fusing {

  /** An instance that works less than this share of the time is quiet. */
  private static final double QUIET = 0.1;

  /** After that number of quiet steps it is fused with a sender that is quiet, too. */
  private static final int QUIET_STEPS = 5;

  /** An instance that was split off is not fused again for that long. */
  private static final long SPLIT_FOR = TimeUnit.SECONDS.toNanos(2);

  private Counts before = Counts.NONE;
  private long measured = System.nanoTime();
  private volatile double load;
  private volatile int quietSteps;
  private long notBefore = System.nanoTime();
  private Optional<Instance> sender = Optional.empty();
  private boolean wantsCarrier;

  /** The share of the time that the instance works or waits for receivers, lately. */
  double load() {
    return load;
  }

  boolean isQuiet() {
    return quietSteps >= QUIET_STEPS;
  }

  /** The instance holds up the others on its carrier, or is going to. */
  void wantCarrier() {
    wantsCarrier = true;
  }

  boolean wantsCarrier() {
    return wantsCarrier;
  }

  /** The instance gets a carrier of its own, and keeps it for a while. */
  void split() {
    wantsCarrier = false;
    quietSteps = 0;
    notBefore = System.nanoTime() + SPLIT_FOR;
  }

  /** The sender on whose carrier the instance should run, if there is one. */
  Optional<Instance> sender() {
    return sender;
  }

  /** The instance leaves its carrier for that of its sender. */
  void fused() {
    sender = Optional.empty();
    quietSteps = 0;
  }

  /** Measures a step that is over. */
  void measure(Counts counts, long now) {
    var done = counts.minus(before);
    load = (double) (done.workingNanos() + done.blockedNanos()) / Math.max(1, now - measured);
    before = counts;
    measured = now;
    quietSteps = load < QUIET ? quietSteps + 1 : 0;
  }

  /** Decides whether to fuse an instance that does not scale. */
  void consider(Instance self, long now) {
    if (isQuiet() && now - notBefore >= 0 && self.operator().isSole()) {
      sender =
          self.onlySender()
              .filter(each -> each.fusing().isQuiet() && each.operator().isSole())
              .filter(each -> !each.rides(self));
    }
  }
}
