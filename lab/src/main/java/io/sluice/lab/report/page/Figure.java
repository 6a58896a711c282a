package io.sluice.lab.report.page;

import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Panels;
import io.sluice.lab.report.chart.SvgChart;
import io.sluice.lab.report.chart.SvgPanels;
import io.sluice.lab.report.spacetime.SpaceTime;
import io.sluice.lab.report.spacetime.SvgSpaceTime;
import java.util.Objects;
import java.util.Optional;

/** A picture in a report, with the data behind it. */
public sealed interface Figure {

  /** The stem of the files that are written beside the page. */
  String name();

  /** A sentence under the picture; may be empty. */
  String caption();

  /** The picture as inline SVG. */
  String svg();

  /** The same for a page as wide as a telephone; empty if there is only the wide one. */
  default Optional<String> narrowSvg() {
    return Optional.empty();
  }

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

    @Override
    public Optional<String> narrowSvg() {
      return Optional.of(SvgChart.renderNarrow(chart));
    }
  }

  /** Small multiples and their table. */
  record Multiples(Panels panels, Csv data, String caption) implements Figure {
    public Multiples {
      Objects.requireNonNull(panels);
      Objects.requireNonNull(data);
      Objects.requireNonNull(caption);
    }

    @Override
    public String name() {
      return panels.name();
    }

    @Override
    public String svg() {
      return SvgPanels.render(panels);
    }

    @Override
    public Optional<String> narrowSvg() {
      return Optional.of(SvgPanels.renderNarrow(panels));
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

  /** Small multiples whose table is simply their points. */
  static Figure of(Panels panels, String caption) {
    return new Multiples(panels, Csv.of(panels), caption);
  }

  static Figure of(SpaceTime run, String caption) {
    return new Run(run, caption);
  }
}
