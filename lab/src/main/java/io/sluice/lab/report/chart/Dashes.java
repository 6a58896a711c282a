package io.sluice.lab.report.chart;

import java.util.List;

/** The dash patterns of lines, which tell series apart where colours do not. */
final class Dashes {
  private static final List<String> OF_STEPS = List.of("", "7 3", "2 2.5", "9 3 2 3");

  private Dashes() {}

  /** The dash pattern of a series' line; the empty text is a solid one. */
  static String of(Chart chart, Series series) {
    return switch (series.style()) {
      case LINE, POINTS -> "";
      // A tinted area tells its hue apart, so its border and its companions can stay solid.
      case STEP -> hasFill(chart, series.hue()) ? "" : stepDash(chart.hueIndex(series.hue()));
      case DASHED -> "6 4";
    };
  }

  private static boolean hasFill(Chart chart, String hue) {
    return chart.series().stream().anyMatch(s -> s.filled() && s.hue().equals(hue));
  }

  private static String stepDash(int index) {
    return OF_STEPS.get(Math.floorMod(index, OF_STEPS.size()));
  }
}
