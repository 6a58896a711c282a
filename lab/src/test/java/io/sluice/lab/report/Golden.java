package io.sluice.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pictures a person has looked at and approved. {@code -Dsluice.golden=write} replaces them; review
 * the difference like code.
 */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/io/sluice/lab/report");

  private Golden() {}

  public static void matches(String file, String actual) {
    Path golden = DIRECTORY.resolve(file);
    try {
      if ("write".equals(System.getProperty("sluice.golden"))) {
        Files.createDirectories(DIRECTORY);
        Files.writeString(golden, actual);
      }
      assertThat(actual).isEqualTo(Files.readString(golden));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
