package io.sluice.lab.report.svg;

import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Glyph;
import io.sluice.lab.report.chart.Series;
import java.util.List;

/**
 * Colours that stay apart for colour-blind readers (after Okabe and Ito, the pale ones last and the
 * yellow left out, for it vanishes on white), each with a lighter twin for dark backgrounds. Seven
 * markers against eight colours: the pairs repeat only after fifty-six series, and in grey the
 * marker or the dashes still tell the series apart.
 */
public final class Palette {
  /** A colour on a light and on a dark background. */
  public record Colour(String light, String dark) {}

  private static final List<Colour> COLOURS =
      List.of(
          new Colour("#0072b2", "#5ab0ea"),
          new Colour("#d55e00", "#ff9152"),
          new Colour("#00835f", "#35cfa0"),
          new Colour("#a8427f", "#e79bc6"),
          new Colour("#6a51a3", "#b3a0ec"),
          new Colour("#b07a00", "#efbf45"),
          new Colour("#5d6b78", "#a9b6c2"),
          new Colour("#3d9fd6", "#a5dcff"));

  private static final List<Glyph> GLYPHS = List.of(Glyph.values());

  private static final List<String> STEP_DASHES = List.of("", "7 3", "2 2.5", "9 3 2 3");

  private Palette() {}

  public static List<Colour> colours() {
    return COLOURS;
  }

  public static int slot(int index) {
    return Math.floorMod(index, COLOURS.size());
  }

  public static Glyph glyph(int index) {
    return GLYPHS.get(Math.floorMod(index, GLYPHS.size()));
  }

  /** The dash pattern of a series' line; the empty text is a solid one. */
  public static String dash(Chart chart, Series series) {
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
    return STEP_DASHES.get(Math.floorMod(index, STEP_DASHES.size()));
  }
}
