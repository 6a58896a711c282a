package io.sluice.lab.explore.world;

import io.sluice.lab.explore.world.Rewriter.Change;
import java.util.ArrayList;
import java.util.List;

/** Finds the logical times in states and messages. */
final class LogicalTimes {

  /** From this time on times cannot be told apart. */
  static final int TOO_LATE = Long.SIZE - 1;

  private final Rewriter rewriter;

  LogicalTimes(Rewriter rewriter) {
    this.rewriter = rewriter;
  }

  /** The times in a value as bits, the last of which stands for all that are too late. */
  long in(Object value) {
    long[] seen = {0};
    var _ =
        rewriter.rewrite(
            value,
            new Change() {
              @Override
              public int time(int time) {
                seen[0] |= 1L << Math.min(time, TOO_LATE);
                return time;
              }
            });
    return seen[0];
  }

  /** Whether some of these times are too late for a canonical form. */
  static boolean haveTooLate(long times) {
    return times < 0;
  }

  /**
   * A time.
   *
   * @param component the component of a record that holds it
   */
  record Held(String component, int time) {}

  /** The times in a value, one by one. */
  List<Held> byComponent(Object value) {
    var times = new ArrayList<Held>();
    var _ =
        rewriter.rewrite(
            value,
            new Change() {
              private String latest = "";

              @Override
              public void enter(Class<?> type, String component) {
                latest = type.getSimpleName() + "." + component;
              }

              @Override
              public int time(int time) {
                times.add(new Held(latest, time));
                return time;
              }
            });
    return times;
  }
}
