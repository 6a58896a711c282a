package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.report.Examples;
import io.sluice.lab.report.Xml;
import java.util.List;
import org.junit.jupiter.api.Test;

class PanelsTest {

  private static final Panels PANELS =
      new Panels(
          "panels",
          "Inside over time",
          "Two runs.",
          List.of(Examples.mirrored(), Examples.mirrored()));

  @Test
  void everyPanelIsDrawnUnderOneLegend() {
    for (String svg : List.of(SvgPanels.render(PANELS), SvgPanels.renderNarrow(PANELS))) {
      var texts = Xml.texts(Xml.parse(svg));
      assertThat(texts).containsOnlyOnce("A", "B", "nodes", "time (s)");
      assertThat(texts.stream().filter("Inside over time"::equals)).hasSize(3);
    }
  }

  @Test
  void bothFormatsStandOnOnePageWithoutSharingIdentifiers() {
    assertThat(SvgPanels.render(PANELS)).contains("id=\"panels-title\"");
    assertThat(SvgPanels.renderNarrow(PANELS)).contains("id=\"panels-narrow-title\"");
  }

  @Test
  void panelsWithDifferentSeriesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Panels("p", "t", "", List.of(Examples.mirrored(), Examples.traffic())))
        .withMessageContaining("different series");
    assertThatIllegalArgumentException().isThrownBy(() -> new Panels("p", "t", "", List.of()));
  }
}
