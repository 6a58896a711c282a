package io.sluice.lab.report.svg;

import java.util.List;

/**
 * Colours that colour-blind readers can distinguish, each with another one for dark backgrounds:
 * the first three after Okabe and Ito, the others chosen so that any two differ for every reader,
 * mostly in lightness; {@code PaletteTest} measures it. With seven markers and eight colours, pairs
 * repeat only after 56 series; in grey, the marker or the dashes distinguish series.
 */
public final class Palette {
  /** A colour on a light and on a dark background. */
  public record Colour(String light, String dark) {}

  private static final List<Colour> COLOURS =
      List.of(
          new Colour("#0072b2", "#5ab0ea"),
          new Colour("#d55e00", "#ff9152"),
          new Colour("#00835f", "#35cfa0"),
          new Colour("#cc79a7", "#f6c6e2"),
          new Colour("#2d1e7a", "#7662d8"),
          new Colour("#7a2315", "#fff0a0"),
          new Colour("#3f4a54", "#8a97a3"),
          new Colour("#4299d6", "#1f8f6c"));

  private static final List<Glyph> GLYPHS = List.of(Glyph.values());

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
}
