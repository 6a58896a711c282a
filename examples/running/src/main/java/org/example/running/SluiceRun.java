package org.example.running;

import io.sluice.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** Packs the module whose tests run in a jar, and runs it with the sluice command. */
public final class SluiceRun {

  private SluiceRun() {}

  /**
   * Runs a pipeline.
   *
   * @param directory for the jar
   * @return what the command printed on standard output
   * @throws IllegalStateException if the command fails
   */
  public static List<String> of(Class<?> pipeline, Path directory, String... args)
      throws IOException, InterruptedException {
    var jar = directory.resolve("example.jar").toString();
    int packed =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-c",
                "-f",
                jar,
                "-e",
                pipeline.getName(),
                "-C",
                "target/classes",
                ".");
    if (packed != 0) {
      throw new IllegalStateException("jar exits with " + packed);
    }
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                productClassPath(),
                Main.class.getName(),
                "run",
                jar));
    command.addAll(List.of(args));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      var lines = out.readAllLines();
      int exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException("sluice run exits with " + exit);
      }
      return lines;
    }
  }

  /** All that these tests have, without the classes of this module. */
  private static String productClassPath() {
    var here = Path.of("target").toAbsolutePath();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(here))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
