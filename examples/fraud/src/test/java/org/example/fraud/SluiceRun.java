package org.example.fraud;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Main;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** Packs this module in a jar and runs it with the sluice command. */
final class SluiceRun {

  private SluiceRun() {}

  /** What the command printed on standard output; it must succeed. */
  static List<String> of(Path directory, String... args) throws Exception {
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
                Fraud.class.getName(),
                "-C",
                "target/classes",
                ".");
    assertThat(packed).isZero();
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
      assertThat(process.waitFor()).isZero();
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
