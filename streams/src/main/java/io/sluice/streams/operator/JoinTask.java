package io.sluice.streams.operator;

import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import java.util.ArrayList;
import java.util.function.BiFunction;

/**
 * Joins the records of two inputs, 0 and 1, that have one key and whose times differ by at most a
 * given time. Each pair is emitted when the second of its records arrives.
 *
 * <p>A record is late if the watermark had reached its time when it was read, so a kept record of
 * time t can have no partner any more when the watermark is at t and the time within.
 */
public final class JoinTask<T, U, R> implements KeyedTask {

  /** The joined pairs. */
  public static final int PAIRS = 0;

  /** Late records of input 0. */
  public static final int LATE_LEFT = 1;

  /** Late records of input 1. */
  public static final int LATE_RIGHT = 2;

  private static final int LEFT = 0;

  private final long within;
  private final BiFunction<? super T, ? super U, ? extends R> function;

  public JoinTask(long withinMillis, BiFunction<? super T, ? super U, ? extends R> function) {
    this.within = withinMillis;
    this.function = function;
  }

  @Override
  public void process(int input, Object record, KeyContext context) {
    var kept = new Kept(record, Times.required(context.time()), context.watermark());
    if (kept.watermark() >= kept.time()) {
      context.emit(input == LEFT ? LATE_LEFT : LATE_RIGHT, record, kept.time(), kept.watermark());
      return;
    }
    var sides = (Sides) context.state(Sides::new);
    var others = input == LEFT ? sides.right() : sides.left();
    // All are joined before one is kept: a record at which the function fails has no effect.
    var pairs = new ArrayList<Kept>();
    for (int each = others.firstFrom(kept.time() - within);
        each < others.end() && others.get(each).time() <= kept.time() + within;
        each++) {
      pairs.add(input == LEFT ? pair(kept, others.get(each)) : pair(others.get(each), kept));
    }
    (input == LEFT ? sides.left() : sides.right()).add(kept);
    context.setState(sides);
    context.timer(kept.time() + within);
    pairs.forEach(each -> context.emit(PAIRS, each.record(), each.time(), each.watermark()));
  }

  @SuppressWarnings("unchecked") // the streams before it have records of these types
  private Kept pair(Kept left, Kept right) {
    Object joined = function.apply((T) left.record(), (U) right.record());
    if (joined == null) {
      throw new NullPointerException(
          "the function gave null for a pair; use filter after the join to drop pairs");
    }
    return new Kept(
        joined, Math.max(left.time(), right.time()), Math.max(left.watermark(), right.watermark()));
  }

  @Override
  public void expired(long timer, KeyContext context) {
    var sides = (Sides) context.state(Sides::new);
    sides.left().dropTo(timer - within);
    sides.right().dropTo(timer - within);
    if (sides.left().isEmpty() && sides.right().isEmpty()) {
      context.removeState();
    } else {
      context.setState(sides);
    }
  }

  /** The records of a key that may still have partners. */
  private record Sides(InTimeOrder left, InTimeOrder right) {

    Sides() {
      this(new InTimeOrder(), new InTimeOrder());
    }
  }
}
