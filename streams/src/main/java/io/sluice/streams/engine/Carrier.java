package io.sluice.streams.engine;

import io.sluice.streams.engine.channel.Parking;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A thread that runs instances.
 *
 * <p>Each instance begins on a carrier of its own. While adjacent operators have one instance each
 * and little to do, these are fused: they run on one carrier, so that records pass from one to the
 * next without waking a thread. They are split again when the carrier has no time left, when a
 * function takes long, and when one of them has duplicated itself.
 */
final class Carrier implements Runnable {

  /** A carrier that has not waited for work for that long is busy. */
  private static final long BUSY_AFTER = TimeUnit.MILLISECONDS.toNanos(50);

  /** An instance that takes longer for an item must not hold up others. */
  private static final long SLOW = TimeUnit.MILLISECONDS.toNanos(100);

  private final Parking parking = new Parking();

  /** In the order of their operators. Only the thread of this carrier changes it. */
  private Instance[] instances;

  private long lastWait = System.nanoTime();

  Carrier(Instance first) {
    this.instances = new Instance[] {first};
  }

  Parking parking() {
    return parking;
  }

  @Override
  public void run() {
    while (instances.length > 0) {
      boolean worked = false;
      for (var instance : instances) {
        worked |= instances.length == 1 ? instance.runOnce() : runWatched(instance);
      }
      handOver();
      if (instances.length > 1 && System.nanoTime() - lastWait > BUSY_AFTER) {
        splitBusiest();
      } else if (instances.length > 0 && !worked) {
        await();
      }
    }
  }

  private boolean runWatched(Instance instance) {
    long begin = System.nanoTime();
    boolean worked = instance.runOnce();
    if (System.nanoTime() - begin > SLOW || instance.hasDuplicated()) {
      instance.fusing().wantCarrier();
    }
    return worked;
  }

  /** Runs those that get records of this instance, which waits for room in their inboxes. */
  boolean runBehind(Instance blocked) {
    boolean worked = false;
    for (var instance : instances) {
      if (instance.operator().index() > blocked.operator().index()) {
        worked |= instance.runOnce();
      }
    }
    return worked;
  }

  boolean hasWorkBehind(Instance blocked) {
    for (var instance : instances) {
      if (instance.operator().index() > blocked.operator().index() && instance.isReady()) {
        return true;
      }
    }
    return false;
  }

  private void await() {
    lastWait = System.nanoTime();
    long wait = Long.MAX_VALUE;
    for (var instance : instances) {
      wait = Math.min(wait, instance.nanosToNextWork(lastWait));
    }
    if (wait > 0) {
      parking.await(this::hasWork, wait);
    }
    var _ = Thread.interrupted(); // A function may have left it set: nothing would park any more.
    lastWait = System.nanoTime();
  }

  private boolean hasWork() {
    for (var instance : instances) {
      if (instance.isReady()) {
        return true;
      }
    }
    return false;
  }

  /** Lets instances go that have ended, or that want to be elsewhere. */
  private void handOver() {
    for (var instance : instances) {
      if (instance.isOver()) {
        remove(instance);
      } else if (instance.fusing().wantsCarrier() && instances.length > 1) {
        split(instance);
      }
    }
    if (instances.length > 0 && instances[0].fusing().sender().isPresent()) {
      fuse(instances[0].fusing().sender().get());
    }
  }

  /** Moves all instances to the carrier of the one that sends to the first. */
  private void fuse(Instance sender) {
    var all = instances;
    instances = new Instance[0];
    for (var instance : all) {
      instance.fusing().fused();
    }
    for (var instance : all) {
      sender.adopt(instance);
    }
  }

  private void remove(Instance instance) {
    instances = Arrays.stream(instances).filter(each -> each != instance).toArray(Instance[]::new);
  }

  /** Runs an instance from now on that ran elsewhere; called by this carrier's thread. */
  void add(Instance instance) {
    instances =
        Stream.concat(Arrays.stream(instances), Stream.of(instance))
            .sorted(Comparator.comparingInt(each -> each.operator().index()))
            .toArray(Instance[]::new);
    instance.ride(this);
  }

  private void splitBusiest() {
    split(
        Arrays.stream(instances)
            .max(Comparator.comparingDouble(each -> each.fusing().load()))
            .orElseThrow());
    lastWait = System.nanoTime();
  }

  private void split(Instance instance) {
    remove(instance);
    instance.fusing().split();
    instance.startApart();
  }
}
