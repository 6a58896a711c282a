package io.sluice.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A {@link DemoWorker} as its parent sees it. */
final class WorkerProcess implements AutoCloseable {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String name;
  private final Process process;
  private volatile Optional<JsonNode> latest = Optional.empty();

  WorkerProcess(String name, String brokers) {
    this.name = name;
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:+UseSerialGC", "-Xmx256m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(DemoWorker.class.getName(), brokers));
    try {
      this.process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException("a worker could not be started: " + e.getMessage(), e);
    }
    Thread.ofVirtual().name("listens to " + name).start(this::listen);
  }

  private void listen() {
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        latest = Optional.of(MAPPER.readTree(line));
      }
    } catch (IOException | JacksonException e) {
      // It has ended, perhaps in the middle of a line.
    }
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has said last. */
  Optional<JsonNode> latest() {
    return latest;
  }

  /** Tells it something; does nothing if it has ended. */
  void tell(String order) {
    try {
      var in = process.outputWriter(StandardCharsets.UTF_8);
      in.write(order + "\n");
      in.flush();
    } catch (IOException e) {
      // It has ended.
    }
  }

  /** kill -9. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
