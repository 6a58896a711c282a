package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.Golden;
import io.sluice.lab.report.Examples;
import io.sluice.lab.report.Xml;
import io.sluice.lab.report.svg.Box;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class SvgChartTest {
  @Test
  void drawsTheChartAsApproved() {
    Golden.matches("report/traffic.svg", SvgChart.render(Examples.traffic()));
  }

  @Test
  void drawsASecondGroupBelowTheAxisAsApproved() {
    Golden.matches("report/mirrored.svg", SvgChart.render(Examples.mirrored()));
  }

  @Test
  void textStaysTextAndSaysWhatItIs() {
    Document svg = Xml.parse(SvgChart.render(Examples.traffic()));
    assertThat(Xml.texts(svg))
        .contains("Messages for ten entries", "nodes", "messages", "forks", "RA1", "2,065")
        .contains("printed in the paper");
    assertThat(Xml.elements(svg, "title").getFirst().getTextContent())
        .isEqualTo("Messages for ten entries");
    assertThat(Xml.elements(svg, "desc").getFirst().getTextContent())
        .isEqualTo("messages against nodes for forks, forks, formula, RA1.");
  }

  @Test
  void everythingFromOutsideIsEscaped() {
    String nasty = "</text><script>\"a\" & 'b'\u0000";
    Document svg = Xml.parse(SvgChart.render(Examples.withNames(nasty)));
    assertThat(Xml.elements(svg, "script")).isEmpty();
    assertThat(String.join(" ", Xml.texts(svg))).contains("</text><script>\"a\" & 'b'\uFFFD");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9, 16, 17, 40})
  void theLegendNeverLiesOverThePlot(int series) {
    String[] shortNames = IntStream.range(0, series).mapToObj(i -> "s" + i).toArray(String[]::new);
    String[] longNames =
        IntStream.range(0, series)
            .mapToObj(i -> "a rather long name for the algorithm of number " + i)
            .toArray(String[]::new);
    for (String[] names : List.of(shortNames, longNames)) {
      ChartLayout layout = ChartLayout.of(Examples.withNames(names));
      assertThat(layout.legend().overlap(layout.plot())).isZero();
      assertThat(layout.page().encloses(layout.legend())).isTrue();
      assertThat(layout.entries()).hasSize(layout.direct() ? 0 : series);
      for (ChartLayout.Entry entry : layout.entries()) {
        assertThat(layout.plot().contains(entry.x(), entry.y())).isFalse();
        assertThat(layout.page().contains(entry.x(), entry.y())).isTrue();
      }
    }
  }

  @Test
  void allPointsLieInsideThePlot() {
    for (Chart chart : List.of(Examples.traffic(), Examples.mirrored())) {
      ChartLayout layout = ChartLayout.of(chart);
      for (Series series : chart.series()) {
        for (Point point : series.points()) {
          assertThat(layout.plot().contains(layout.px(point.x()), layout.py(point.y()))).isTrue();
        }
      }
    }
  }

  @Test
  void labelsOfMarksDoNotOverlap() {
    var chart =
        Chart.named("marks")
            .title("t")
            .add(Series.line("s", List.of(Point.of(0, 0), Point.of(9, 9))));
    IntStream.range(0, 4).forEach(i -> chart.mark(5, 5 + i * 0.1, "label " + i, "s"));
    Chart built = chart.build();
    ChartLayout layout = ChartLayout.of(built);
    List<Box> boxes =
        MarkLabels.place(built, layout.plot(), layout::px, layout::py).stream()
            .map(MarkLabels.Placed::box)
            .toList();
    for (int i = 0; i < boxes.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(boxes.get(i).overlap(boxes.get(j))).isZero();
      }
    }
  }

  @Test
  void aSpreadThatReachesZeroEndsAtTheEdgeOfALogarithmicPlot() {
    Chart chart =
        Chart.named("log")
            .title("t")
            .y(Axis.log("y"))
            .add(Series.line("s", List.of(Point.of(1, 10, 0, 20), Point.of(2, 100, 50, 200))))
            .build();
    String svg = SvgChart.render(chart);
    Xml.parse(svg);
    assertThat(svg).doesNotContain("NaN").doesNotContain("Infinity");
  }

  @Test
  void seriesOfOneHueShareTheirColour() {
    String svg = SvgChart.render(Examples.traffic());
    assertThat(svg)
        .contains("class=\"curve s0\" d=")
        .contains("class=\"curve s0\" stroke-dasharray=\"6 4\"")
        .doesNotContain("class=\"curve s1\"");
  }

  @Test
  void theSameChartGivesTheSameBytesAndADarkTwin() {
    String svg = SvgChart.render(Examples.traffic());
    assertThat(SvgChart.render(Examples.traffic())).isEqualTo(svg);
    assertThat(svg).contains("prefers-color-scheme:dark");
  }
}
