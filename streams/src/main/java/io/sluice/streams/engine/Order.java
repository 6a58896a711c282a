package io.sluice.streams.engine;

import io.sluice.protocol.ProcessSet;
import java.util.List;

/** What an instance has been told to do about the number of instances, and has not done yet. */
abstract sealed class Order {

  private final long since;

  private Order(long since) {
    this.since = since;
  }

  /** When it was told. */
  long since() {
    return since;
  }

  /** The instances that it was to begin have been told to. */
  void started() {}

  /** Delete yourself. */
  static final class Deletion extends Order {
    Deletion(long since) {
      super(since);
    }
  }

  /** Duplicate yourself. */
  static final class Duplication extends Order {
    private final List<Instance> newborn;
    private boolean started;

    Duplication(List<Instance> newborn, long since) {
      super(since);
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
