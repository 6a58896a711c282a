package io.sluice.lab.report.page;

import io.sluice.lab.report.chart.Png;
import io.sluice.lab.report.chart.PngChart;
import io.sluice.lab.report.chart.PngPanels;
import io.sluice.lab.report.spacetime.MermaidSpaceTime;
import io.sluice.lab.report.spacetime.SpaceTimeText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of one figure, and warnings for those that could not be made. */
record FigureFiles(Map<String, byte[]> content, List<String> warnings) {
  /** Every ending a figure's file may have, in the order of the links under the picture. */
  static final List<String> ENDINGS = List.of(".svg", ".png", ".csv", ".mmd", ".txt");

  static FigureFiles of(Figure figure) {
    Map<String, byte[]> content = new LinkedHashMap<>();
    content.put(figure.name() + ".svg", utf8(figure.svg()));
    return switch (figure) {
      case Figure.Plot plot -> {
        content.put(plot.name() + ".csv", utf8(plot.data().text()));
        yield withPng(plot.name(), PngChart.render(plot.chart()), content);
      }
      case Figure.Multiples multiples -> {
        content.put(multiples.name() + ".csv", utf8(multiples.data().text()));
        yield withPng(multiples.name(), PngPanels.render(multiples.panels()), content);
      }
      case Figure.Run run -> ofRun(run, content);
    };
  }

  private static FigureFiles withPng(String name, Png png, Map<String, byte[]> content) {
    return switch (png) {
      case Png.Image image -> {
        content.put(name + ".png", image.bytes());
        yield new FigureFiles(content, List.of());
      }
      case Png.Unavailable none -> new FigureFiles(content, List.of(none.reason()));
    };
  }

  private static FigureFiles ofRun(Figure.Run run, Map<String, byte[]> content) {
    content.put(run.name() + ".mmd", utf8(MermaidSpaceTime.render(run.run())));
    content.put(run.name() + ".txt", utf8(SpaceTimeText.render(run.run())));
    return new FigureFiles(content, List.of());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
