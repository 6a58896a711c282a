package io.sluice.cli.environment;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The browser of the person at this machine, if there is one. */
public final class Browser {

  private Browser() {}

  /**
   * Opens a link.
   *
   * @return whether a browser was asked to; without a display there is none
   */
  public static boolean open(String link) {
    var command = command();
    if (command.isEmpty()) {
      return false;
    }
    try {
      new ProcessBuilder(List.of(command.get(), link))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Optional<String> command() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.contains("mac")) {
      return Optional.of("open");
    }
    if (system.contains("win")) {
      return Optional.of("explorer");
    }
    boolean display = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
    return display ? Optional.of("xdg-open") : Optional.empty();
  }
}
