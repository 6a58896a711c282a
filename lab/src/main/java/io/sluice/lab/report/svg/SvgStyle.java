package io.sluice.lab.report.svg;

import java.util.List;

/**
 * The style sheet of every drawing. It uses plain classes instead of CSS variables, which common
 * converters do not support. Every rule is scoped to our drawings, because inline SVG shares its
 * rules with the page. Dark colours apply to screens only.
 */
final class SvgStyle {
  static final String FONT =
      "\"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",\"DejaVu Sans\",sans-serif";

  private static final String SHARED =
      """
      .sluice-svg{max-width:100%;height:auto}
      .sluice-svg{font-family:FONT;font-size:12px;fill:#22272e}
      .sluice-svg .title{font-size:15px;font-weight:600}
      .sluice-svg .small{font-size:11px}
      .sluice-svg .bold{font-weight:600}
      .sluice-svg .mid{text-anchor:middle}
      .sluice-svg .end{text-anchor:end}
      .sluice-svg .halo{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
      .sluice-svg .bg,.sluice-svg .hollow{fill:#fff}
      .sluice-svg .muted{fill:#5b6570}
      .sluice-svg .grid{stroke:#e3e6ea;stroke-width:1}
      .sluice-svg .axis{stroke:#4a525b;stroke-width:1}
      .sluice-svg .curve{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:butt}
      .sluice-svg .thin{fill:none;stroke-width:1.2}
      .sluice-svg .leader{fill:none;stroke-width:1;stroke-opacity:.55}
      .sluice-svg .glyph{stroke-width:1.4;stroke-linejoin:round}
      .sluice-svg .band{fill-opacity:.18;stroke:none}
      .sluice-svg .si{stroke:#22272e}
      .sluice-svg .fi{fill:#22272e}
      .sluice-svg .lane{stroke:#9aa4ae;stroke-width:1.5}
      .sluice-svg .waiting{fill:#fbe3a6;stroke:#b07a00;stroke-width:1}
      .sluice-svg .inside{fill:#00835f;stroke:#00835f;stroke-width:1}
      .sluice-svg .crashed{fill:#fff;stroke:#b3261e;stroke-width:1;stroke-dasharray:2 2}
      .sluice-svg .lost{stroke:#b3261e;stroke-dasharray:5 3}
      .sluice-svg .lostfill{fill:#b3261e}
      .sluice-svg .flight{stroke:#5b6570;stroke-dasharray:3 3}
      .sluice-svg .node{stroke-width:1.5}
      .sluice-svg .solid{stroke-dasharray:none}
      """;

  private static final String DARK =
      """
      .sluice-svg,.sluice-svg .fi{fill:#e4e8ec}
      .sluice-svg .bg,.sluice-svg .hollow{fill:#15191e}
      .sluice-svg .halo{stroke:#15191e}
      .sluice-svg .muted{fill:#9aa4ae}
      .sluice-svg .grid{stroke:#2b323a}
      .sluice-svg .axis{stroke:#aab3bc}
      .sluice-svg .si{stroke:#e4e8ec}
      .sluice-svg .lane{stroke:#5f6a75}
      .sluice-svg .waiting{fill:#5a4714;stroke:#efbf45}
      .sluice-svg .inside{fill:#35cfa0;stroke:#35cfa0}
      .sluice-svg .crashed{fill:#15191e;stroke:#ff8a80}
      .sluice-svg .lost{stroke:#ff8a80}
      .sluice-svg .lostfill{fill:#ff8a80}
      .sluice-svg .flight{stroke:#9aa4ae}
      """;

  private static final String CSS = build();

  private SvgStyle() {}

  static String css() {
    return CSS;
  }

  private static String build() {
    var css = new StringBuilder("\n").append(SHARED.replace("FONT", FONT.replace("\"", "'")));
    List<Palette.Colour> colours = Palette.colours();
    for (int i = 0; i < colours.size(); i++) {
      css.append(slot(i, colours.get(i).light()));
    }
    css.append("@media screen and (prefers-color-scheme:dark){\n").append(DARK);
    for (int i = 0; i < colours.size(); i++) {
      css.append(slot(i, colours.get(i).dark()));
    }
    return css.append("}\n").toString();
  }

  private static String slot(int i, String colour) {
    return ".sluice-svg .s%d{stroke:%s}.sluice-svg .f%d{fill:%s}\n".formatted(i, colour, i, colour);
  }
}
