package io.sluice.bench.streams.engine;

import java.io.Serial;
import java.io.Serializable;
import java.time.Duration;

/**
 * What a job does: a source of numbers, three operators and a sink. The third operator is a
 * function of the record or, if keyed, counts the records of each key.
 *
 * @param rate records a second: none if 0, as many as the job can process if infinite
 * @param tick the records due within this time are emitted together
 * @param keyed whether the third operator has a state for each key
 * @param stateBytes the size of the state of each key, apart from its count
 */
public record Workload(double rate, Duration tick, boolean keyed, int stateBytes)
    implements Serializable {

  /** Keys are 0 to this, exclusive; each falls most likely into a key group of its own. */
  public static final int KEYS = 32;

  /** Short enough for gaps of a few milliseconds to show, and not a load by itself. */
  private static final Duration TICK = Duration.ofMillis(1);

  @Serial private static final long serialVersionUID = 1;

  /** As many records as the job can process. */
  public static Workload unlimited(boolean keyed) {
    return new Workload(Double.POSITIVE_INFINITY, TICK, keyed, 0);
  }

  /** No records. */
  public static Workload idle() {
    return new Workload(0, TICK, false, 0);
  }

  /** Keyed records at a steady rate. */
  public static Workload steady(double rate, int stateBytes) {
    return new Workload(rate, TICK, true, stateBytes);
  }

  /** The same, in smaller portions. */
  public Workload every(Duration shorter) {
    return new Workload(rate, shorter, keyed, stateBytes);
  }

  public boolean unlimited() {
    return Double.isInfinite(rate);
  }
}
