package io.sluice.lab.report.chart;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.util.Optional;

/** Checks whether Java can draw text on this machine, before a picture fails halfway. */
final class Fonts {
  /** The reason if it cannot. Checked once, because a failed attempt breaks AWT's classes. */
  private static final Optional<String> PROBLEM = probe();

  private Fonts() {}

  static Optional<String> problem() {
    return PROBLEM;
  }

  /**
   * Without fontconfig, without fonts, or with a JDK whose desktop libraries were left out, AWT
   * throws errors of every kind, down to a bare Error; all but the fatal ones mean the same here.
   */
  private static Optional<String> probe() {
    try {
      var context = new FontRenderContext(new AffineTransform(), true, true);
      double width =
          new Font(Font.SANS_SERIF, Font.PLAIN, 12).getStringBounds("Ag", context).getWidth();
      return width > 0 ? Optional.empty() : Optional.of(advice("the fonts have no letters"));
    } catch (RuntimeException | Error e) {
      boolean fatal = e instanceof VirtualMachineError && !(e instanceof InternalError);
      if (fatal) {
        throw e;
      }
      return Optional.of(advice(rootCause(e)));
    }
  }

  private static String rootCause(Throwable thrown) {
    Throwable cause = thrown;
    for (Throwable next = thrown.getCause(); next != null; next = next.getCause()) {
      cause = next;
    }
    String said = Optional.ofNullable(cause.getMessage()).orElse(cause.getClass().getSimpleName());
    return said.lines().findFirst().orElse(said);
  }

  private static String advice(String cause) {
    return "No PNG pictures were made, because Java cannot draw text on this machine (%s):"
            .formatted(cause)
        + " install fontconfig and a font (Debian: fontconfig fonts-dejavu-core);"
        + " the SVG pictures are complete.";
  }
}
