package io.sluice.lab.report.page;

import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.SvgChart;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SvgSpaceTime;
import java.util.Objects;

/** A picture in a report, with the data behind it. */
public sealed interface Figure {

  /** The stem of the files that are written beside the page. */
  String name();

  /** A sentence under the picture; may be empty. */
  String caption();

  /** The picture as inline SVG. */
  String svg();

  /** A chart and its table. */
  record Plot(Chart chart, Csv data, String caption) implements Figure {
    public Plot {
      Objects.requireNonNull(chart);
      Objects.requireNonNull(data);
      Objects.requireNonNull(caption);
    }

    @Override
    public String name() {
      return chart.name();
    }

    @Override
    public String svg() {
      return SvgChart.render(chart);
    }
  }

  /** A run, drawn as a space-time diagram. */
  record Run(SpaceTime run, String caption) implements Figure {
    public Run {
      Objects.requireNonNull(run);
      Objects.requireNonNull(caption);
    }

    @Override
    public String name() {
      return run.name();
    }

    @Override
    public String svg() {
      return SvgSpaceTime.render(run);
    }
  }

  /** A chart whose table is simply its points. */
  static Figure of(Chart chart, String caption) {
    return new Plot(chart, Csv.of(chart), caption);
  }

  static Figure of(SpaceTime run, String caption) {
    return new Run(run, caption);
  }
}
