package io.sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process does with signals, which its children inherit. */
final class Signals {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String IGNORED = "SigIgn:";
  private static final long HANG_UP = 1L << (1 - 1);
  private static final long INTERRUPT = 1L << (2 - 1);

  private Signals() {}

  /** Whether SIGINT goes unheard, as in what a shell without job control starts with {@code &}. */
  static boolean interruptIsIgnored() throws IOException {
    return isIgnored(INTERRUPT);
  }

  /** Whether SIGHUP goes unheard, as in what was started with {@code nohup}. */
  static boolean hangUpIsIgnored() throws IOException {
    return isIgnored(HANG_UP);
  }

  private static boolean isIgnored(long signal) throws IOException {
    if (!Files.exists(STATUS)) {
      return false;
    }
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith(IGNORED))
        .map(line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
        .anyMatch(mask -> (mask & signal) != 0);
  }
}
