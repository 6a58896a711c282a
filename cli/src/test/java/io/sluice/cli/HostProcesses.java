package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Nodes and commands of one cluster on one host, each in a process of its own. */
final class HostProcesses {

  private final Path directory;
  private final String lease;
  private final List<Process> processes = new ArrayList<>();

  /**
   * @param directory of the test; the nodes write below it where they listen
   */
  HostProcesses(Path directory, String lease) {
    this.directory = directory;
    this.lease = lease;
  }

  /** What a command printed, and how it ended. */
  record Ended(int code, String out, String err) {}

  String cluster() {
    return "through-" + directory.getFileName();
  }

  Process start(String... args) throws IOException {
    return started(command(args));
  }

  /** A command of the cluster, still to be started. */
  ProcessBuilder command(String... args) {
    var all = new ArrayList<>(List.of(args).subList(0, 1));
    all.addAll(List.of("--cluster", cluster(), "--lease", lease));
    all.addAll(List.of(args).subList(1, args.length));
    return command(all);
  }

  private ProcessBuilder command(List<String> args) {
    var builder = SluiceProcess.of(List.of("-Xmx128m"), args);
    builder.environment().put("SLUICE_RUN_DIR", directory.resolve("run").toString());
    builder.environment().put("SLUICE_KEYSTORE_PASSWORD", "secret");
    return builder;
  }

  Process startAs(List<String> args) throws IOException {
    return started(command(args));
  }

  Process started(ProcessBuilder builder) throws IOException {
    var process = builder.start();
    processes.add(process);
    return process;
  }

  static Ended ended(Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Ended(
        process.exitValue(),
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  Ended run(String... args) throws Exception {
    return ended(start(args));
  }

  /** A script under lock x, through a node. */
  Process lock(String script, String... options) throws IOException {
    var args = new ArrayList<>(List.of("lock", "x", "--through-node"));
    args.addAll(List.of(options));
    args.addAll(List.of("--", "sh", "-c", script));
    return start(args.toArray(String[]::new));
  }

  /** A node that has joined. */
  Process node(String... options) throws IOException {
    var args = new ArrayList<>(List.of("node"));
    args.addAll(List.of(options));
    return awaited(start(args.toArray(String[]::new)));
  }

  /** That node, when it has joined. */
  Process awaited(Process node) throws IOException {
    assertThat(node.inputReader(StandardCharsets.UTF_8).readLine())
        .startsWith(cluster() + ", view ");
    return node;
  }

  /** Where the node of that number listens for commands. */
  int port(int number) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file(number))).getInt();
  }

  /** The file in which the node of that number writes that. */
  Path file(int number) {
    return directory.resolve("run").resolve(cluster() + "." + number + ".node");
  }

  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
