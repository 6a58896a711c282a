package io.sluice.streams.kafka.deciding;

import java.util.ArrayDeque;

/** The highest of the values that were added of late. */
final class Highest {

  /** A value, and when it was added. */
  private record Value(long at, double size) {}

  private final long nanos;

  /** Those that may become the highest: each is higher than all after it. */
  private final ArrayDeque<Value> values = new ArrayDeque<>();

  /**
   * @param steps how long a value counts; the last one always does
   */
  Highest(int steps) {
    nanos = steps * Decider.STEP;
  }

  void add(long now, double size) {
    while (!values.isEmpty() && values.getLast().size <= size) {
      values.removeLast();
    }
    values.add(new Value(now, size));
    while (now - values.getFirst().at >= nanos && values.size() > 1) {
      values.removeFirst();
    }
  }

  void forget() {
    values.clear();
  }

  /** 0 if there is none. */
  double get() {
    return values.isEmpty() ? 0 : values.getFirst().size;
  }
}
