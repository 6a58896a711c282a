package org.example.heat;

import io.sluice.locks.DataHandle;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The border of the strip above or below. A thread requests it a step ahead, so that it comes while
 * this process computes, and closes each view at once: a request that is granted and not used would
 * hold up the neighbour, which would then not publish what this process waits for.
 */
final class Neighbour {

  private static final long UNTIL_IT_HAS_STARTED = 5;

  private final DataHandle border;
  private final boolean above;
  private final BlockingQueue<double[]> rows = new LinkedBlockingQueue<>();
  private final Thread reader;

  /**
   * @param above whether it is above this process, which then needs its last row
   * @param first the first step of which a row is needed
   */
  Neighbour(DataHandle border, boolean above, long first) {
    this.border = border;
    this.above = above;
    this.reader = Thread.ofVirtual().name(border.name()).start(() -> read(first));
  }

  /**
   * The neighbour's row of the next step, if it comes within a time.
   *
   * @throws IllegalStateException if none will come any more
   */
  Optional<double[]> row(long milliseconds) throws InterruptedException {
    var row = Optional.ofNullable(rows.poll(milliseconds, TimeUnit.MILLISECONDS));
    if (row.isEmpty() && !reader.isAlive()) {
      throw new IllegalStateException("cannot read " + border.name());
    }
    return row;
  }

  private void read(long first) {
    long next = first;
    var pending = border.requestRead();
    try {
      while (true) {
        List<double[]> found;
        try (var view = pending.acquire()) {
          found = Layout.borders(view.segment(), next, above);
          pending = view.again(); // Behind the neighbour's next turn.
        }
        rows.addAll(found);
        next += found.size();
        if (found.isEmpty()) {
          TimeUnit.MILLISECONDS.sleep(UNTIL_IT_HAS_STARTED);
        }
      }
    } catch (InterruptedException e) {
      pending.close();
    }
  }

  /** Ends the reading, so that nothing that was requested stays in the neighbour's way. */
  void close() throws InterruptedException {
    reader.interrupt();
    reader.join();
  }
}
