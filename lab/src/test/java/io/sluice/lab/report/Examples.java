package io.sluice.lab.report;

import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.lab.report.spacetime.SpaceTimeRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Small charts and runs that several tests look at. */
public final class Examples {
  private static final List<State> STATES = List.of(State.values());

  private Examples() {}

  public static Chart traffic() {
    return Chart.named("traffic")
        .title("Messages for ten entries")
        .x(Axis.linear("nodes"))
        .y(Axis.linear("messages"))
        .add(
            Series.line(
                "forks", List.of(Point.of(6, 310, 300, 322), Point.of(12, 1300, 1280, 1340))))
        .add(
            Series.dashed("forks, formula", List.of(Point.of(6, 300), Point.of(12, 1320)))
                .like("forks"))
        .add(Series.points("RA1", List.of(Point.of(6, 600), Point.of(12, 2640, 2500, 2700))))
        .mark(12, 2065, "2,065", "2-FGME")
        .build();
  }

  public static Chart withNames(String... names) {
    Chart.Builder chart =
        Chart.named("names").title("Names").x(Axis.linear("x")).y(Axis.linear("y"));
    for (String name : names) {
      chart.add(Series.line(name, List.of(Point.of(0, 1), Point.of(1, 2))));
    }
    return chart.build();
  }

  /** Below the axis is the second group. */
  public static Chart mirrored() {
    return Chart.named("mirrored")
        .title("Inside over time")
        .x(Axis.linear("time (s)"))
        .y(Axis.mirrored("nodes"))
        .add(Series.step("A", List.of(Point.of(0, 0), Point.of(1, 6), Point.of(2, 0))).withFill())
        .add(Series.step("B", List.of(Point.of(0, -6), Point.of(1, 0), Point.of(2, -6))).withFill())
        .build();
  }

  /** Every kind of row, message and state once. */
  public static SpaceTime violation() {
    var run =
        new SpaceTimeRecorder("violation", "Both inside")
            .lane("a0", "A")
            .lane("a1", "A")
            .lane("b0", "B");
    run.local("a0", "asks").state("a0", State.WAITING);
    int near = run.send("a1", "Req(1)");
    int far = run.send("b0", "Req(1)");
    run.receive(near, "answers");
    int lost = run.send("a0", "Ok");
    run.receive(far, "");
    int answer = run.send("a0", "Ok");
    run.lose(lost, "the link drops it");
    run.receive(answer, "enters by mistake").state("a0", State.INSIDE);
    run.local("a1", "crashes").state("a1", State.CRASHED);
    run.local("b0", "enters").state("b0", State.INSIDE);
    run.local("a0", "leaves").state("a0", State.IDLE);
    run.send("b0", "Fork");
    return run.finish();
  }

  /** A run of any size, the same for the same numbers. */
  public static SpaceTime random(int lanes, int rows) {
    var random = new Random(lanes * 100L + rows);
    var run = new SpaceTimeRecorder("random", "A run of " + lanes + " nodes");
    IntStream.range(0, lanes).forEach(i -> run.lane("node" + i, i % 2 == 0 ? "A" : "B"));
    List<Integer> open = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      if (open.isEmpty() || random.nextInt(3) == 0) {
        run.local("node" + random.nextInt(lanes), "asks for the critical section once more");
        open.add(run.send("node" + random.nextInt(lanes), "Request(" + row + ")"));
      } else {
        int index = random.nextInt(open.size());
        run.receive(open.get(index), "");
        open.subList(index, index + 1).clear();
      }
      run.state("node" + random.nextInt(lanes), STATES.get(random.nextInt(STATES.size())));
    }
    return run.finish();
  }
}
