package io.sluice.bench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine that are measured where they are installed. */
public final class Programs {

  private Programs() {}

  /** How to install a program that is not on the path; nothing if it is there. */
  public static Optional<String> missing(String program, String debianPackage) {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    return there
        ? Optional.empty()
        : Optional.of(
            program + " is not installed (Debian: apt-get install " + debianPackage + ")");
  }
}
