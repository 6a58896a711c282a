package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChartTest {
  @Test
  void zeroOnALogarithmicAxisIsRefusedNotDropped() {
    var chart =
        Chart.named("c").y(Axis.log("messages")).add(Series.line("s", List.of(Point.of(1, 0))));
    assertThatThrownBy(chart::build).hasMessageContaining("messages").hasMessageContaining("zero");
  }

  @Test
  void aSpreadEnclosesItsValue() {
    assertThatThrownBy(() -> Point.of(1, 5, 6, 7)).hasMessageContaining("does not enclose");
    assertThatThrownBy(() -> Point.of(1, Double.NaN)).hasMessageContaining("finite");
  }

  @Test
  void aNameCanNotLeaveTheDirectory() {
    assertThatThrownBy(() -> named("../x")).hasMessageContaining("names a file");
  }

  private static Chart named(String name) {
    return Chart.named(name).add(Series.line("s", List.of(Point.of(1, 1)))).build();
  }
}
