package io.sluice.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own. */
final class SluiceProcess {

  private SluiceProcess() {}

  /** A process still to be started. */
  static ProcessBuilder of(List<String> options, List<String> args) {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Launch.class.getName()));
    command.addAll(args);
    return new ProcessBuilder(command);
  }

  /** Sends a signal, such as {@code INT}. */
  static void signal(String name, Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /**
   * The process that writes its number to the file, as {@code echo $$} does, when it has done so.
   */
  static ProcessHandle awaitPid(Path file) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(file) && Files.readString(file).endsWith("\n"));
    try {
      return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Whether it runs. One that has ended stays a zombie where no process adopts orphans, as in some
   * containers.
   */
  static boolean isAlive(ProcessHandle process) {
    try {
      var stat = Path.of("/proc", Long.toString(process.pid()), "stat");
      return process.isAlive() && !(Files.exists(stat) && Files.readString(stat).contains(") Z "));
    } catch (IOException e) {
      return false;
    }
  }
}
