package io.sluice.lab;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pictures and conversations that a person has looked at and approved. {@code
 * -Dsluice.golden=write} replaces them; review the difference like code.
 */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/io/sluice/lab");

  private Golden() {}

  /** Compares with the file of that path below the resources of the lab's tests. */
  public static void matches(String file, String actual) {
    Path golden = DIRECTORY.resolve(file);
    try {
      if ("write".equals(System.getProperty("sluice.golden"))) {
        Files.createDirectories(requireNonNull(golden.getParent()));
        Files.writeString(golden, actual);
      }
      assertThat(golden).as("the file that -Dsluice.golden=write writes").exists();
      assertThat(actual).isEqualTo(Files.readString(golden));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
