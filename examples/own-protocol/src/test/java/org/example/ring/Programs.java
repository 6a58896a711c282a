package org.example.ring;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Starts programs in processes of their own. */
final class Programs {

  /** Where the classes of this module are. */
  static final Path CLASSES = Path.of("target/classes");

  private static final long PATIENCE_SECONDS = 60;

  private Programs() {}

  /** What a program printed, on both streams, and its exit code. */
  record Finished(int code, String output) {}

  static Process start(String classPath, Class<?> main, List<String> args) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath,
                main.getName()));
    command.addAll(args);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  static Finished finish(Process process) throws IOException, InterruptedException {
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("did not end within %d s: %s".formatted(PATIENCE_SECONDS, output));
    }
    return new Finished(process.exitValue(), output);
  }

  /** All classes of this test. */
  static String classPath() {
    return System.getProperty("java.class.path");
  }

  /** The same without the classes of this module: what the sluice command has. */
  static String productClassPath() {
    var here = Path.of("target").toAbsolutePath();
    return Arrays.stream(classPath().split(File.pathSeparator, -1))
        .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(here))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
