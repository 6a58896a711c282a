package io.sluice.lab.report.svg;

import java.util.List;

/**
 * Colours that colour-blind readers can distinguish (after Okabe and Ito, the pale ones last,
 * without the yellow, which is invisible on white), each with a lighter variant for dark
 * backgrounds. With seven markers and eight colours, pairs repeat only after 56 series; in grey,
 * the marker or the dashes distinguish series.
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
