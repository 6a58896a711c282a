package io.sluice.lab.experiment.gme;

import static io.sluice.lab.experiment.gme.GmeAlgorithm.FORKS;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS;
import static io.sluice.lab.experiment.gme.GmeAlgorithm.ROOMS_ADMITTING;

import io.sluice.lab.experiment.Fit;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Measure;
import io.sluice.lab.report.page.Section;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The number of nodes from which {@code rooms} sends fewer messages per entry than {@code forks},
 * and the reason.
 *
 * @param entries how often each node enters
 */
record GmeCrossing(GmeTraffic traffic, int entries) {

  private static final List<GmeAlgorithm> TREES = List.of(ROOMS, ROOMS_ADMITTING);

  /** The numbers of nodes for which the note gives the duration. */
  private static final List<Integer> TIMED = List.of(12, 50, 100, 200, 500, 1000);

  /** The smallest number of nodes from which the algorithm always sends fewer messages. */
  OptionalInt below(GmeAlgorithm algorithm) {
    var below = OptionalInt.empty();
    for (int nodes : traffic.xs(FORKS).reversed()) {
      if (perEntry(algorithm, nodes) >= perEntry(FORKS, nodes)) {
        return below;
      }
      below = OptionalInt.of(nodes);
    }
    return below;
  }

  private double perEntry(GmeAlgorithm algorithm, int nodes) {
    return traffic.of(algorithm, nodes).mean() / nodes / entries;
  }

  private List<Point> perEntry(GmeAlgorithm algorithm) {
    return traffic.points(algorithm).stream()
        .map(point -> Point.of(point.x(), point.y() / point.x() / entries))
        .toList();
  }

  /** A linear fit over log2 n. */
  private Fit logarithmic(GmeAlgorithm algorithm) {
    return Fit.linear(
        perEntry(algorithm).stream()
            .map(point -> Point.of(Math.log(point.x()) / Math.log(2), point.y()))
            .toList());
  }

  void report(Section.Builder section, String name) {
    var chart =
        Chart.named(name + "-per-entry")
            .title("Messages per entry: forks and rooms (y = " + entries + ", P = inCS = 1 s)")
            .description("forks grows with n, rooms with the logarithm of n.")
            .x(Axis.log("nodes, n"))
            .y(Axis.log("messages per entry"))
            .add(Series.line(FORKS.label(), perEntry(FORKS)).like(FORKS.label()));
    TREES.forEach(algorithm -> chart.add(Series.line(algorithm.label(), perEntry(algorithm))));
    section.figure(
        Figure.of(
            chart.build(),
            "Messages per entry, around the point where rooms" + " and forks cross."));
    TREES.forEach(algorithm -> section.note(crossing(algorithm)));
    section.note(
        ("Reason: forks sends an Ask and a Fork for each of the n/2 competitors, %s per entry."
                    + " A request")
                .formatted(Fit.linear(perEntry(FORKS)).formula("n"))
            + " for a room climbs a tree of log₂ n levels, however many compete, and swaps"
            + " places with the root, or is forwarded to the manager of the room: "
            + TREES.stream()
                .map(algorithm -> logarithmic(algorithm).formula("log₂ n"))
                .collect(Collectors.joining(" without latecomers, and "))
            + " with them.");
    section.note(
        "The price: all requests for rooms pass the root one after the other, and each takes"
            + " as long as a swap of places; if many nodes ask within P, sessions split up. The"
            + " time until all nodes had entered %d times: %s.".formatted(entries, times()));
  }

  private String crossing(GmeAlgorithm algorithm) {
    var below = below(algorithm);
    return below.isPresent()
        ? "%s sends fewer messages per entry than forks from n = %d on: %.1f against %.1f."
            .formatted(
                algorithm.label(),
                below.getAsInt(),
                perEntry(algorithm, below.getAsInt()),
                perEntry(FORKS, below.getAsInt()))
        : "%s sends more messages per entry than forks even for the largest n tried."
            .formatted(algorithm.label());
  }

  private String times() {
    var measured = traffic.xs(FORKS);
    return TIMED.stream()
        .filter(measured::contains)
        .map(
            nodes ->
                "with n = %s: forks %s, rooms %s, with latecomers %s"
                    .formatted(
                        Measure.of(nodes).text(),
                        time(FORKS, nodes),
                        time(ROOMS, nodes),
                        time(ROOMS_ADMITTING, nodes)))
        .collect(Collectors.joining("; "));
  }

  private String time(GmeAlgorithm algorithm, int nodes) {
    return Measure.of((double) Math.round(traffic.seconds(algorithm, nodes).mean()), "s").text();
  }
}
