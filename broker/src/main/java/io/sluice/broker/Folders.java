package io.sluice.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Removes folders with all that is in them. */
final class Folders {

  private static final int ATTEMPTS = 5;

  private Folders() {}

  /** Another process may still write to it; then it takes more than one attempt. */
  static void remove(Path folder) throws IOException {
    for (int attempt = 1; Files.exists(folder); attempt++) {
      try {
        removeOnce(folder);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static void removeOnce(Path folder) throws IOException {
    List<Path> all;
    try (var files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    } catch (java.io.UncheckedIOException e) {
      throw new IOException(e);
    }
    for (Path each : all) {
      try {
        Files.deleteIfExists(each);
      } catch (NoSuchFileException gone) {
        // Just what we wanted.
      }
    }
  }
}
