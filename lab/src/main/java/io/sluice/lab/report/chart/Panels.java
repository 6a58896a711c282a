package io.sluice.lab.report.chart;

import io.sluice.lab.report.svg.Names;
import java.util.List;
import java.util.Objects;

/**
 * Small multiples: charts with the same axes and series, drawn small, beside and below each other
 * on the same scales. The title of each chart is short, such as the name of an algorithm.
 *
 * @param name file-safe
 * @param description one or two sentences for screen readers
 */
public record Panels(String name, String title, String description, List<Chart> charts) {

  public Panels {
    Names.requireFileSafe(name);
    Objects.requireNonNull(title);
    Objects.requireNonNull(description);
    charts = List.copyOf(charts);
    if (charts.isEmpty()) {
      throw new IllegalArgumentException("\"%s\" has no panel".formatted(name));
    }
    var names = names(charts.getFirst());
    if (!charts.stream().allMatch(chart -> names(chart).equals(names))) {
      throw new IllegalArgumentException(
          "the panels of \"%s\" have different series; draw them apart".formatted(name));
    }
  }

  /** All panels in one chart, for scales that show everything. */
  Chart merged() {
    var first = charts.getFirst();
    var all = Chart.named(name).title(title).description(description).x(first.x()).y(first.y());
    charts.forEach(chart -> chart.series().forEach(all::add));
    return all.build();
  }

  private static List<String> names(Chart chart) {
    return chart.series().stream().map(Series::name).toList();
  }
}
