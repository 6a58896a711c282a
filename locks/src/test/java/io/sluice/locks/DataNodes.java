package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Processes that run {@link DataNode}. */
final class DataNodes implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 120;

  private final String cluster;
  private final Duration lease;
  private final int copies;
  private final Optional<Path> directories;
  private final List<One> started = new ArrayList<>();

  /**
   * @param directories where each node has a directory of its name, if the data is stored
   */
  DataNodes(String cluster, Duration lease, int copies, Optional<Path> directories) {
    this.cluster = ClusterNames.of(DataNodes.class, cluster);
    this.lease = lease;
    this.copies = copies;
    this.directories = directories;
  }

  /** Starts a process, and waits until it is a member. */
  One start(String name) throws IOException {
    var one = launch(name);
    one.expect("member");
    return one;
  }

  One launch(String name) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-Dorg.slf4j.simpleLogger.log.org.jgroups=off",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel="
                    + System.getProperty("sluice.test.log", "error"),
                "-cp",
                System.getProperty("java.class.path"),
                DataNode.class.getName(),
                cluster,
                name,
                Long.toString(lease.toMillis()),
                Integer.toString(copies)));
    directories.ifPresent(all -> command.add(all.resolve(name).toString()));
    var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    started.add(new One(process.start()));
    return started.getLast();
  }

  /** One process. */
  static final class One {
    private final Process process;
    private final PrintStream input;
    private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();

    One(Process process) {
      this.process = process;
      this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      Thread.startVirtualThread(this::listen);
    }

    private void listen() {
      try (var lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          said.add(line);
        }
      } catch (IOException e) {
        said.add("ended " + e);
      }
      said.add("ended");
    }

    /** Tells it what to do. */
    One tell(String line) {
      input.println(line);
      return this;
    }

    /** What it says next. */
    String answer() {
      try {
        String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return line == null ? "nothing" : line;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void expect(String line) {
      assertThat(answer()).isEqualTo(line);
    }

    String ask(String line) {
      return tell(line).answer();
    }

    /** kill -9. */
    void kill() {
      process.destroyForcibly().onExit().join();
    }

    void signal(String signal) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    /** Closes its node, and waits for its end. */
    void depart() {
      tell("close").expect("closed");
      process.onExit().join();
    }
  }

  @Override
  public void close() {
    started.forEach(each -> each.process.destroyForcibly());
    started.forEach(each -> each.process.onExit().join());
  }
}
