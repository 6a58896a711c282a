package io.sluice.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A broker that is its own controller, as a child process with a folder of its own.
 *
 * <p>It ends when this object is closed, and also when this JVM ends in whatever way, because its
 * input ends then.
 */
final class BrokerProcess implements AutoCloseable {

  private final Path folder;
  private final String clusterId;
  private Process process;

  private BrokerProcess(Path folder, String clusterId) throws IOException {
    this.folder = folder;
    this.clusterId = clusterId;
    this.process = launch();
  }

  /** Launches it; it does not answer yet. */
  static BrokerProcess launch(Node node, Optional<SecureListener> secure, String clusterId)
      throws IOException {
    var folder = Files.createTempDirectory("sluice-kafka-");
    Files.writeString(
        folder.resolve("server.properties"),
        node.properties(folder.resolve("log"))
            + secure.map(listener -> listener.properties(node)).orElse(""));
    return new BrokerProcess(folder, clusterId);
  }

  private Process launch() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            BrokerMain.class.getName(),
            folder.toString(),
            clusterId)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(folder.resolve("stderr").toFile())
        .start();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has complained of. */
  String said() throws IOException {
    return Files.readString(folder.resolve("stderr"));
  }

  long pid() {
    return process.pid();
  }

  /** kill -9; what it has written stays. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Launches it again after it was killed, with all that it had. */
  void relaunch() throws IOException {
    process = launch();
  }

  /** Ends it, and removes its folder. */
  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Folders.remove(folder);
  }
}
