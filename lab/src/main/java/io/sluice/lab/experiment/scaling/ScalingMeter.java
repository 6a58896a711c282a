package io.sluice.lab.experiment.scaling;

import io.sluice.lab.experiment.scaling.ScalingPipeline.Ordered;
import io.sluice.lab.simulate.MessageAuditor;
import io.sluice.protocol.scaling.ScalingMessage;
import io.sluice.protocol.scaling.ScalingMessage.Deletion;
import io.sluice.protocol.scaling.ScalingMessage.DeletionAck;
import io.sluice.protocol.scaling.ScalingMessage.Duplication;
import io.sluice.protocol.scaling.ScalingMessage.Start;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Times the changes of a run, from the order to its end: for a duplication that is when the last
 * new instance starts, for a deletion when the last neighbour has acknowledged it. A busy instance
 * ignores orders, so a change belongs to the first order after the previous change.
 */
final class ScalingMeter implements MessageAuditor<ScalingMessage> {

  private static final long NOT_YET = -1;

  /** A change of one instance. */
  private static final class Work {
    private final boolean leaving;
    private final long ordered;
    private final long begun;
    private long free = NOT_YET;
    private long ended = NOT_YET;
    private int unanswered;

    Work(boolean leaving, long ordered, long begun) {
      this.leaving = leaving;
      this.ordered = ordered;
      this.begun = begun;
    }
  }

  private final Map<Integer, List<Long>> orders = new HashMap<>();
  private final Map<Integer, Long> born = new HashMap<>();
  private final Map<Integer, Work> last = new HashMap<>();
  private final List<Work> works = new ArrayList<>();
  private final long step;

  ScalingMeter(List<Ordered> orders, long step) {
    this.step = step;
    orders.forEach(
        order ->
            this.orders
                .computeIfAbsent(order.instance(), _ -> new ArrayList<>())
                .add(order.step() * step));
  }

  /** The durations of completed changes, in steps. */
  List<Double> delays() {
    return works.stream()
        .filter(work -> work.ended != NOT_YET && work.unanswered == 0)
        .map(work -> (double) (work.ended - work.ordered) / step)
        .toList();
  }

  @Override
  public void sent(long at, int from, int to, ScalingMessage message) {
    switch (message) {
      case Duplication _ -> begins(at, from, false);
      case Deletion _ -> begins(at, from, true).unanswered++;
      case Start _ -> of(from).free = at;
      default -> {}
    }
  }

  @Override
  public void received(long at, int from, int to, ScalingMessage message) {
    switch (message) {
      case Start _ -> {
        of(from).ended = at;
        born.put(to, at);
      }
      case DeletionAck _ -> {
        of(to).ended = at;
        of(to).unanswered--;
      }
      default -> {}
    }
  }

  /** One announcement goes to many neighbours; a deletion may notify one side after the other. */
  private Work begins(long at, int node, boolean leaving) {
    var before = last.get(node);
    if (before != null && (before.leaving || before.begun == at)) {
      return before;
    }
    long free = before == null ? born.getOrDefault(node, 0L) : before.free;
    long ordered =
        orders.getOrDefault(node, List.of()).stream()
            .filter(time -> time >= free && time <= at)
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException("instance " + node + " scales without an order"));
    var work = new Work(leaving, ordered, at);
    last.put(node, work);
    works.add(work);
    return work;
  }

  private Work of(int node) {
    return Objects.requireNonNull(
        last.get(node), "an answer to an instance that announced" + " nothing");
  }
}
