package io.sluice.lab.simulate.flow;

import io.sluice.lab.simulate.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * Transfers that share links fairly, followed from event to event.
 *
 * <p>Between two events every rate is constant, so the end of each transfer is known until the next
 * transfer begins, ends or is cancelled. Times are nanoseconds and never go back. The same calls
 * give the same ends on every machine.
 */
public final class Flows {

  /** No transfer is on its way. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final class Flow {
    private final int number;
    private final int[] route;
    private double left;
    private double rate;
    private long end;

    private Flow(int number, int[] route, double left) {
      this.number = number;
      this.route = route;
      this.left = left;
    }
  }

  private final FairShare share;
  private final List<Flow> flows = new ArrayList<>();
  private long now;
  private int started;

  /**
   * @param bytesPerSecond of each link
   * @param now when the first transfer may begin
   */
  public Flows(double[] bytesPerSecond, long now) {
    for (double each : bytesPerSecond) {
      // Written so that NaN fails too.
      if (!(each > 0)) {
        throw new IllegalArgumentException(
            "a link carries more than 0 bytes a second, not " + each);
      }
    }
    share = new FairShare(bytesPerSecond);
    this.now = now;
  }

  /**
   * Begins a transfer and returns its number.
   *
   * @param route the links that it takes, at least one and none twice
   * @param bytes more than 0
   */
  public int start(long at, int[] route, double bytes) {
    if (route.length == 0 || !(bytes > 0)) {
      throw new IllegalArgumentException(
          "a transfer takes a link and has more than 0 bytes, not %d links and %s bytes"
              .formatted(route.length, bytes));
    }
    advance(at);
    var flow = new Flow(started++, route.clone(), bytes);
    flows.add(flow);
    divide();
    return flow.number;
  }

  /** Ends a transfer early, and returns how many bytes had not arrived; 0 if it has ended. */
  public double cancel(long at, int number) {
    advance(at);
    for (var flow : flows) {
      if (flow.number == number) {
        flows.remove(flow);
        divide();
        return flow.left;
      }
    }
    return 0;
  }

  /** When the next transfer ends, unless another begins before; {@link #NEVER} if there is none. */
  public long nextEnd() {
    long next = NEVER;
    for (var flow : flows) {
      next = Math.min(next, flow.end);
    }
    return next;
  }

  /** Removes the transfers that have ended by a moment, and returns their numbers in order. */
  public List<Integer> ended(long at) {
    advance(at);
    var ended = new ArrayList<Integer>();
    for (var flow : flows) {
      if (flow.end <= at) {
        ended.add(flow.number);
      }
    }
    if (flows.removeIf(flow -> flow.end <= at)) {
      divide();
    }
    return ended;
  }

  private void advance(long at) {
    if (at < now) {
      throw new IllegalArgumentException("time has passed " + at + "; it is " + now);
    }
    double seconds = Nanos.seconds(at - now);
    for (var flow : flows) {
      flow.left = Math.max(0, flow.left - flow.rate * seconds);
    }
    now = at;
  }

  private void divide() {
    double[] rates = share.rates(flows.stream().map(flow -> flow.route).toList());
    for (int i = 0; i < rates.length; i++) {
      var flow = flows.get(i);
      flow.rate = rates[i];
      flow.end = now + (long) Math.ceil(flow.left / flow.rate * 1e9);
    }
  }
}
