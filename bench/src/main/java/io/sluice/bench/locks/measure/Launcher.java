package io.sluice.bench.locks.measure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * The script {@code ./sluice}, as a user calls it where a {@code sluice node} runs, and what it
 * executes.
 *
 * @param runDirectory where the node says how to reach it
 */
record Launcher(String cluster, Path runDirectory) {

  private static final Path SCRIPT = Path.of("sluice");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String MAIN = "io.sluice.cli.Launch";
  private static final String CLASS_PATH = "-cp";

  Launcher {
    if (!Files.isExecutable(SCRIPT)) {
      throw new IllegalArgumentException("run this in the folder of ./sluice");
    }
  }

  /** What runs a command with the variable that names the run directory. */
  List<String> environment() {
    return List.of("env", "SLUICE_RUN_DIR=" + runDirectory);
  }

  /** The script with these arguments, and those that name the cluster. */
  List<String> script(String... arguments) {
    var command = new ArrayList<>(environment());
    command.add(SCRIPT.toAbsolutePath().toString());
    command.addAll(List.of(arguments).subList(0, 1));
    command.addAll(List.of("--cluster", cluster, "--lease", "30s"));
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return command;
  }

  /** {@code sluice lock x -- true}, by the script. */
  List<String> lock() {
    return script("lock", "x", "--through-node", "--", "true");
  }

  /**
   * What the script executes for {@link #lock}: a JVM with options, class path and archive, read
   * from a running one. That one has another lock, which is held for a lease after it is killed.
   */
  List<String> program() throws IOException, InterruptedException {
    // The first one writes the archive.
    for (int i = 0; i < 2; i++) {
      run(lock());
    }
    var process =
        new ProcessBuilder(script("lock", "probe", "--through-node", "--", "sleep", "600")).start();
    try {
      var words = await(process);
      var command = new ArrayList<>(environment());
      command.addAll(words);
      var lock = lock();
      command.addAll(lock.subList(lock.indexOf("lock"), lock.size()));
      return command;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }

  /** The words of the JVM up to the class that it runs. */
  private static List<String> await(Process process) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      var info = process.toHandle().info();
      var words = List.of(info.arguments().orElse(new String[0]));
      int main = words.indexOf(MAIN);
      if (main >= 0) {
        var command = new ArrayList<>(List.of(info.command().orElseThrow()));
        command.addAll(words.subList(0, main + 1));
        return command;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    throw new IOException("./sluice lock did not start a JVM that runs " + MAIN);
  }

  /** A jar with all that a command through a node needs. */
  static String jar(List<String> program) {
    return program.get(program.indexOf(CLASS_PATH) + 1);
  }

  /**
   * A program that does nothing, in the same JVM with the same archive. Its jar comes behind those
   * of the archive, which is used nevertheless.
   */
  static List<String> empty(List<String> program, Path folder) throws IOException {
    var jar = folder.resolve("empty.jar");
    String name = EmptyProgram.class.getName();
    String entry = name.replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var in = EmptyProgram.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      if (in == null) {
        throw new IOException("no " + entry);
      }
      in.transferTo(out);
    }
    var command = new ArrayList<>(program.subList(0, program.indexOf(MAIN)));
    // It must not replace the archive by one of its own.
    command.remove("-XX:+AutoCreateSharedArchive");
    command.set(command.indexOf(CLASS_PATH) + 1, jar(program) + File.pathSeparator + jar);
    command.add(name);
    return command;
  }

  /** Runs a command to its end; milliseconds. */
  static double run(List<String> command) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    var process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException("%s ended with %d".formatted(String.join(" ", command), code));
    }
    return (System.nanoTime() - begin) / 1e6;
  }
}
