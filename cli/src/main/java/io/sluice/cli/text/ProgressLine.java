package io.sluice.cli.text;

import io.sluice.cli.environment.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Shows progress: on a terminal in one line that is rewritten, elsewhere in a new line now and
 * then.
 */
public final class ProgressLine implements AutoCloseable {

  /** A longer line would wrap on a narrow terminal and could not be rewritten. */
  private static final int WIDTH = 79;

  private static final String WIPE = "\r\u001b[K";
  private static final int BAR = 20;

  private static final long SECOND = 1_000_000_000L;
  private static final long ON_TERMINAL = SECOND / 5;
  private static final long IN_LOG = 5 * SECOND;
  private static final long IN_LOG_OF_SCRIPT = 30 * SECOND;

  private final PrintWriter err;
  private final boolean rewritten;
  private final long between;
  private long last = System.nanoTime();
  private boolean shown;

  /**
   * @param script whether the output is for a program; then lines are rare
   */
  public ProgressLine(PrintWriter err, Terminal terminal, boolean script) {
    this.err = err;
    this.rewritten = terminal.err();
    this.between = rewritten ? ON_TERMINAL : script ? IN_LOG_OF_SCRIPT : IN_LOG;
  }

  /** Shows the text, unless one was shown just before. */
  public synchronized void at(Supplier<String> text) {
    if (System.nanoTime() - last >= between) {
      show(text.get());
    }
  }

  /** Shows a first text at once, on a terminal only. */
  public synchronized void first(String text) {
    if (rewritten) {
      show(text);
    }
  }

  private void show(String line) {
    last = System.nanoTime();
    if (rewritten) {
      err.print(WIPE + (line.length() <= WIDTH ? line : line.substring(0, WIDTH)));
    } else {
      err.println(line);
    }
    err.flush();
    shown = true;
  }

  /** A progress bar and a text. */
  public static String bar(double fraction, String what) {
    double part = Math.clamp(fraction, 0, 1);
    int full = (int) (part * BAR);
    return String.format(
        Locale.ROOT,
        "[%s%s] %3.0f %%  %s",
        "#".repeat(full),
        ".".repeat(BAR - full),
        100 * part,
        what);
  }

  /** Clears the line. */
  @Override
  public synchronized void close() {
    if (rewritten && shown) {
      err.print(WIPE);
      err.flush();
      shown = false;
    }
  }
}
