package io.sluice.lab.live;

import java.time.Duration;

/**
 * Makes each record take a fixed time, by waiting and not by computing, so that one processor
 * suffices for many instances. Each thread has its own; short times are waited for together.
 */
final class Pacer {

  private final long each;
  private final long grain;

  /** How long is still to be waited; negative if the last wait took longer than it should. */
  private long owed;

  /**
   * @param each how long a record takes, in nanoseconds
   * @param grain how long a wait is at least, and how much of a wait that took too long is made up
   *     for at most
   */
  Pacer(long each, long grain) {
    this.each = each;
    this.grain = grain;
  }

  /** One record has been processed. Returns early if the thread is interrupted. */
  void pace() {
    owed += each;
    if (owed >= grain) {
      long begin = System.nanoTime();
      try {
        Thread.sleep(Duration.ofNanos(owed));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      owed = Math.max(-grain, owed - (System.nanoTime() - begin));
    }
  }
}
