package io.sluice.cluster.watching;

import io.sluice.cluster.Frame;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The latest entries of one lock at one node, with their times. Not thread-safe. */
public final class PassageLog {

  /** Two seconds of a busy lock are too many to send; the latest are enough for a median. */
  private static final int MOST = 32;

  private final String lock;
  private final Deque<Frame.Passage> passages = new ArrayDeque<>(0);

  public PassageLog(String lock) {
    this.lock = lock;
  }

  /**
   * The lock has been granted.
   *
   * @param waitedNanos for how long the request had waited
   */
  public void granted(long fence, long waitedNanos) {
    long now = now();
    long asked = now - TimeUnit.NANOSECONDS.toMicros(waitedNanos);
    passages.addLast(new Frame.Passage(lock, fence, asked, now, 0));
    if (passages.size() > MOST) {
      passages.removeFirst();
    }
  }

  /** The lock has been released. */
  public void released(long fence) {
    for (Iterator<Frame.Passage> each = passages.descendingIterator(); each.hasNext(); ) {
      var passage = each.next();
      if (passage.fence() == fence) {
        each.remove();
        passages.addLast(new Frame.Passage(lock, fence, passage.asked(), passage.granted(), now()));
        return;
      }
    }
  }

  /** The latest entries. */
  public List<Frame.Passage> latest() {
    return List.copyOf(passages);
  }

  /** Microseconds since 1970, by the clock that members of one machine share. */
  private static long now() {
    var now = Instant.now();
    return TimeUnit.SECONDS.toMicros(now.getEpochSecond())
        + TimeUnit.NANOSECONDS.toMicros(now.getNano());
  }
}
