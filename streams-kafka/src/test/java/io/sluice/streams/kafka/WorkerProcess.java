package io.sluice.streams.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A {@link WorkerMain}, to be ordered about, stopped, cut off and killed. */
final class WorkerProcess implements AutoCloseable {

  private final Process process;
  private final Optional<Namespace> namespace;

  WorkerProcess(Broker broker, String pipeline, Duration lease, Path log) throws IOException {
    this(broker, pipeline, lease, log, Optional.empty());
  }

  /**
   * @param namespace where it runs; it is closed with the worker
   */
  WorkerProcess(
      Broker broker, String pipeline, Duration lease, Path log, Optional<Namespace> namespace)
      throws IOException {
    this.namespace = namespace;
    var command = new ArrayList<>(namespace.map(Namespace::prefix).orElse(List.of()));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            WorkerMain.class.getName(),
            broker.address(),
            pipeline,
            Long.toString(lease.toMillis())));
    namespace.ifPresent(where -> command.add(where.sockets().toString()));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Optional<Namespace> namespace() {
    return namespace;
  }

  void order(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      if (process.isAlive()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** It hands over what it runs, and ends. */
  void leave() throws Exception {
    order("stop");
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("worker %d does not leave".formatted(process.pid()));
    }
    close();
  }

  /** kill -9. */
  void kill() throws Exception {
    process.destroyForcibly().waitFor();
    close();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public String toString() {
    return "worker %d%s".formatted(process.pid(), namespace.isPresent() ? " in a namespace" : "");
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    if (namespace.isPresent()) {
      namespace.get().close();
    }
  }
}
