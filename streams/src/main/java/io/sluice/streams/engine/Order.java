package io.sluice.streams.engine;

import io.sluice.protocol.ProcessSet;
import io.sluice.streams.Snapshot;
import io.sluice.streams.watch.ScalingEvent;
import java.util.List;

/** What an instance has been told to do about the number of instances, and has not done yet. */
abstract sealed class Order {

  private final long since = System.nanoTime();
  private final String cause;
  private final ScalingEvent event;

  private Order(String cause, ScalingEvent event) {
    this.cause = cause;
    this.event = event;
  }

  /** What it was decided by, in words. */
  String cause() {
    return cause;
  }

  /** It has been carried out; returns how long that took. */
  double end(Snapshot.Kind kind, int instances) {
    event.end(kind, instances);
    return (System.nanoTime() - since) / 1e6;
  }

  /** The instances that it was to begin have been told to. */
  void started() {}

  /** Delete yourself. */
  static final class Deletion extends Order {
    Deletion(String cause, ScalingEvent event) {
      super(cause, event);
    }
  }

  /** Duplicate yourself. */
  static final class Duplication extends Order {
    private final List<Instance> newborn;
    private boolean started;

    Duplication(List<Instance> newborn, String cause, ScalingEvent event) {
      super(cause, event);
      this.newborn = List.copyOf(newborn);
    }

    List<Instance> newborn() {
      return newborn;
    }

    /** Whether it was carried out: an instance with too few key groups does not. */
    boolean isStarted() {
      return started;
    }

    @Override
    void started() {
      started = true;
    }
  }

  static ProcessSet numbers(List<Instance> instances) {
    return ProcessSet.of(instances.stream().mapToInt(Instance::number).toArray());
  }
}
