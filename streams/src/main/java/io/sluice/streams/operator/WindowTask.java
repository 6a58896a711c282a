package io.sluice.streams.operator;

import io.sluice.streams.WindowResult;
import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Aggregates the records of each key in windows of one size, of which one begins at each multiple
 * of a step.
 *
 * <p>The window from {@code start} to {@code end} has its result when the watermark reaches {@code
 * end - 1 + lateness}. A record is late for it if the watermark had come that far when the record
 * was read. The watermark that has arrived here is never further than that, so a window for which a
 * record is not late has not had its result.
 */
public final class WindowTask<T, A> implements KeyedTask {

  /** The results. */
  public static final int RESULTS = 0;

  /** The records that are late for all their windows. */
  public static final int LATE = 1;

  private final Windows windows;
  private final Aggregator<T, A> aggregator;

  public WindowTask(
      Windows windows,
      Supplier<? extends A> initial,
      BiFunction<? super A, ? super T, ? extends A> add) {
    this.windows = windows;
    this.aggregator = new Aggregator<>(initial, add);
  }

  @Override
  public void process(int input, Object record, KeyContext context) {
    long time = Times.required(context.time());
    long last = windows.lastStart(time);
    long first = Math.max(windows.firstStart(time), windows.firstOpen(context.watermark()));
    if (first > last) {
      context.emit(LATE, record, time, context.watermark());
      return;
    }
    var open = (OpenWindows) context.state(OpenWindows::new);
    if (first == last) {
      put(open, first, added(open, first, record), context);
    } else {
      // All are computed before one is changed: a record at which the function fails has no effect.
      var added = new Object[(int) ((last - first) / windows.every()) + 1];
      for (int each = 0; each < added.length; each++) {
        added[each] = added(open, first + each * windows.every(), record);
      }
      for (int each = 0; each < added.length; each++) {
        put(open, first + each * windows.every(), added[each], context);
      }
    }
    context.setState(open);
  }

  private Object added(OpenWindows open, long start, Object record) {
    int found = open.find(start);
    return aggregator.add(found < 0 ? aggregator.initial() : open.aggregate(found), record);
  }

  private void put(OpenWindows open, long start, Object aggregate, KeyContext context) {
    if (open.put(start, aggregate)) {
      context.timer(windows.due(start));
    }
  }

  @Override
  public void expired(long timer, KeyContext context) {
    var open = (OpenWindows) context.state(OpenWindows::new);
    long start = windows.startDueAt(timer);
    int found = open.find(start);
    if (found < 0) {
      keep(open, context);
      return;
    }
    var aggregate = open.remove(found);
    keep(open, context);
    long end = start + windows.size();
    context.emit(
        RESULTS, new WindowResult<>(context.key(), start, end, aggregate), end - 1, end - 2);
  }

  private static void keep(OpenWindows open, KeyContext context) {
    if (open.isEmpty()) {
      context.removeState();
    } else {
      context.setState(open);
    }
  }

  @Override
  public long watermark(long input) {
    return Times.heldBack(input, windows.lateness());
  }
}
