package io.sluice.lab.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.report.Examples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngChartTest {
  @Test
  void drawsEveryKindOfChartOrSaysWhyNot() throws IOException {
    Chart log =
        Chart.named("log")
            .title("t")
            .x(Axis.log("x"))
            .y(Axis.log("y"))
            .add(Series.line("s", List.of(Point.of(1, 10, 0, 20), Point.of(1000, 100, 50, 200))))
            .build();
    Chart crowded =
        Chart.named("crowded")
            .title("t")
            .add(Series.line("s", IntStream.range(0, 5000).mapToObj(i -> Point.of(i, i)).toList()))
            .build();
    Chart named =
        Chart.named("named")
            .title("t")
            .x(Axis.named("configuration", List.of("LFFF", "FRUU")))
            .add(Series.points("s", List.of(Point.of(1, 1), Point.of(2, 3))))
            .build();
    for (Chart chart : List.of(Examples.traffic(), Examples.mirrored(), log, crowded, named)) {
      switch (PngChart.render(chart)) {
        case Png.Image image -> {
          var read = ImageIO.read(new ByteArrayInputStream(image.bytes()));
          assertThat(read.getWidth()).isEqualTo(1520);
          assertThat(colours(read)).isGreaterThan(20);
        }
        case Png.Unavailable none -> assertThat(none.reason()).contains("install");
      }
    }
  }

  private static long colours(java.awt.image.BufferedImage image) {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return IntStream.of(pixels).distinct().count();
  }
}
