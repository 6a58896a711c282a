package io.sluice.lab.experiment.gme;

import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.gme.GmeConcurrency.Watched;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import io.sluice.protocol.mobile.Rooms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * How many latecomers {@code rooms} must admit before waiting nodes of the other group, so that
 * sessions are full.
 *
 * @param byLatecomers for each number of latecomers the runs in the order of the seeds
 */
record GmeLatecomers(Map<Integer, List<Watched>> byLatecomers) {

  private static final int MOST = GmeConcurrency.SIZE + 2;

  static GmeLatecomers watch(String name, int seeds, Options options, Progress progress) {
    return new GmeLatecomers(
        Grid.run(
            name,
            IntStream.rangeClosed(0, MOST).boxed().toList(),
            _ -> seeds,
            (latecomers, seed) -> GmeConcurrency.watch(Rooms.admitting(latecomers), seed, options),
            options,
            progress));
  }

  /** The smallest number from which every session after the first round is full, in every run. */
  OptionalInt enough() {
    int enough = MOST + 1;
    while (enough > 0 && shares(enough - 1).min() == 1) {
      enough--;
    }
    return enough > MOST ? OptionalInt.empty() : OptionalInt.of(enough);
  }

  /** The share of full sessions after the first round, for each run. */
  private Statistics shares(int latecomers) {
    return Statistics.of(
        byLatecomers.getOrDefault(latecomers, List.of()).stream()
            .map(
                run -> {
                  var sessions = run.after(1);
                  long full = sessions.stream().filter(GmeConcurrency::isFull).count();
                  return (double) full / sessions.size();
                })
            .toList());
  }

  void report(Section.Builder section, String name) {
    var points = new ArrayList<Point>();
    byLatecomers.keySet().forEach(latecomers -> points.add(shares(latecomers).at(latecomers)));
    var chart =
        Chart.named(name + "-latecomers")
            .title("rooms:admitting=K: full sessions against K (two groups of 6)")
            .description(
                "The share of full sessions grows with the number of latecomers" + " admitted.")
            .x(Axis.linear("latecomers admitted before waiting nodes, K"))
            .y(Axis.linear("full sessions, share"))
            .add(Series.line("rooms:admitting=K", points))
            .build();
    section.figure(
        Figure.of(
            chart,
            "Sessions after the first round that all six nodes enter; K = 0 is rooms, first"
                + " come, first served. Mean over the seeds, band from the smallest to the largest."));
    section.note(
        enough().isPresent()
            ? ("With rooms:admitting=%d or more, every session after the first round is full,"
                    + " for every seed: one node of a group opens the room, and the %d others may"
                    + " ask after a node of the other group and still be admitted first.")
                .formatted(enough().getAsInt(), GmeConcurrency.SIZE - 1)
            : "No number of latecomers up to %d fills every session of every run.".formatted(MOST));
  }
}
