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
 * From how many nodes on {@code rooms} sends fewer messages an entry than {@code forks}, and why.
 *
 * @param entries of each node
 */
record GmeCrossing(GmeTraffic traffic, int entries) {

  private static final List<GmeAlgorithm> TREES = List.of(ROOMS, ROOMS_ADMITTING);

  /** The numbers of nodes for which the note says how long it took. */
  private static final List<Integer> TIMED = List.of(12, 50, 100, 200, 500, 1000);

  /** The number of nodes from which on an algorithm sends fewer messages, of those tried. */
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

  /** A law in the logarithm of n. */
  private Fit logarithmic(GmeAlgorithm algorithm) {
    return Fit.linear(
        perEntry(algorithm).stream()
            .map(point -> Point.of(Math.log(point.x()) / Math.log(2), point.y()))
            .toList());
  }

  void report(Section.Builder section, String name) {
    var chart =
        Chart.named(name + "-per-entry")
            .title("Messages an entry: forks and rooms (y = " + entries + ", P = inCS = 1 s)")
            .description("forks grows with n, rooms with the logarithm of n.")
            .x(Axis.log("nodes, n"))
            .y(Axis.log("messages an entry"))
            .add(Series.line(FORKS.label(), perEntry(FORKS)).like(FORKS.label()));
    TREES.forEach(algorithm -> chart.add(Series.line(algorithm.label(), perEntry(algorithm))));
    section.figure(Figure.of(chart.build(), "Messages an entry, where rooms and forks cross."));
    TREES.forEach(algorithm -> section.note(crossing(algorithm)));
    section.note(
        "Why: forks sends an Ask and a Fork for each of the n/2 competitors, %s an entry. A request"
                .formatted(Fit.linear(perEntry(FORKS)).formula("n"))
            + " for a room climbs a tree of log₂ n levels, whoever competes, and changes places with"
            + " the root, or is sent on to the manager of the room: "
            + TREES.stream()
                .map(algorithm -> logarithmic(algorithm).formula("log₂ n"))
                .collect(Collectors.joining(" without latecomers, and "))
            + " with them.");
    section.note(
        "What it costs: all requests for rooms pass the root, one after the other, each for as long"
            + " as a change of places takes; if many ask within P, sessions fall apart. Until all had"
            + " entered %d times it took %s.".formatted(entries, times()));
  }

  private String crossing(GmeAlgorithm algorithm) {
    var below = below(algorithm);
    return below.isPresent()
        ? "%s sends fewer messages an entry than forks from n = %d on: %.1f, against %.1f."
            .formatted(
                algorithm.label(),
                below.getAsInt(),
                perEntry(algorithm, below.getAsInt()),
                perEntry(FORKS, below.getAsInt()))
        : "%s sends more messages an entry than forks for the greatest n tried."
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
