package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.report.Examples;
import io.sluice.lab.report.svg.Palette;
import io.sluice.lab.simulate.Chance;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndLabelsTest {

  private static Chart lines(long seed, int count) {
    var chance = new Chance(seed, 0);
    var chart = Chart.named("lines").title("Lines");
    for (int i = 0; i < count; i++) {
      double end = chance.strikes(0.5) ? chance.below(3) : 100 * chance.fraction();
      chart.add(Series.line("line " + i, List.of(Point.of(0, 0), Point.of(1, end))));
    }
    return chart.build();
  }

  @Test
  void namesNeitherOverlapNorLeaveThePageAndKeepTheOrderOfTheLines() {
    for (long seed = 1; seed <= 200; seed++) {
      Chart chart = lines(seed, 1 + (int) (seed % 20));
      ChartLayout layout = ChartLayout.of(chart);
      assertThat(layout.direct()).isTrue();
      List<EndLabels.Label> labels = EndLabels.place(chart, layout);
      assertThat(labels).hasSameSizeAs(chart.series());
      for (int i = 0; i < labels.size(); i++) {
        assertThat(layout.page().encloses(labels.get(i).box())).isTrue();
        assertThat(labels.get(i).box().overlap(layout.plot())).isZero();
        for (int j = 0; j < i; j++) {
          assertThat(labels.get(i).box().overlap(labels.get(j).box())).isLessThan(1e-6);
          assertThat(labels.get(j).fromY()).isLessThanOrEqualTo(labels.get(i).fromY());
        }
      }
    }
  }

  @Test
  void aNameWithRoomIsAtTheEndOfItsLine() {
    Chart chart =
        Chart.named("two")
            .title("Two")
            .add(Series.line("low", List.of(Point.of(0, 0), Point.of(1, 1))))
            .add(Series.line("high", List.of(Point.of(0, 0), Point.of(1, 9))))
            .build();
    assertThat(EndLabels.place(chart, ChartLayout.of(chart)))
        .allSatisfy(label -> assertThat(label.middle()).isCloseTo(label.fromY(), within(1e-9)));
  }

  /** With more lines than colours, lines of one colour end far apart. */
  @Test
  void neighboursNeverShareAColour() {
    Chart chart = lines(3, 14);
    List<Integer> slots =
        EndLabels.place(chart, ChartLayout.of(chart)).stream()
            .map(label -> Palette.slot(chart.hueIndex(chart.series().get(label.series()).hue())))
            .toList();
    for (int i = 0; i < slots.size(); i++) {
      for (int j = Math.max(0, i - 4); j < i; j++) {
        assertThat(slots.get(i)).isNotEqualTo(slots.get(j));
      }
    }
  }

  @Test
  void areasAndPointsHaveALegendInstead() {
    assertThat(ChartLayout.of(Examples.mirrored()).direct()).isFalse();
    assertThat(ChartLayout.of(Examples.traffic()).direct()).isFalse();
    String[] many = IntStream.range(0, 40).mapToObj(i -> "s" + i).toArray(String[]::new);
    ChartLayout crowded = ChartLayout.of(Examples.withNames(many));
    assertThat(crowded.direct()).isFalse();
    assertThat(crowded.entries()).hasSize(40);
  }

  @Test
  void aTelephoneHasALegendInTheOrderOfTheLines() {
    Chart chart = lines(5, 12);
    ChartLayout layout = ChartLayout.of(chart, ChartLayout.Format.NARROW);
    assertThat(layout.direct()).isFalse();
    assertThat(layout.entries())
        .extracting(entry -> -chart.series().get(entry.series()).points().getLast().y())
        .isSorted();
    assertThat(layout.page().width()).isLessThanOrEqualTo(372);
  }
}
