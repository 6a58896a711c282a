package io.sluice.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/**
 * One broker, its own controller, at a free port of this machine, with a folder of its own that is
 * removed with the broker.
 *
 * <p>The child process ends when this object is closed, and also when this JVM ends in whatever
 * way, because its input ends then.
 */
public final class KafkaBroker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path folder;
  private final String clusterId = Uuid.randomUuid().toString();
  private final int port;
  private Process process;

  private KafkaBroker(Path folder, int port) throws IOException {
    this.folder = folder;
    this.port = port;
    this.process = launch();
  }

  /**
   * Starts one, and waits until it answers: some seconds.
   *
   * @throws IOException if it does not
   */
  public static KafkaBroker start() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("sluice-kafka-");
    int port;
    int controllerPort;
    try (var one = freePort();
        var other = freePort()) {
      port = one.getLocalPort();
      controllerPort = other.getLocalPort();
    }
    Files.writeString(
        folder.resolve("server.properties"), properties(folder, port, controllerPort));
    var broker = new KafkaBroker(folder, port);
    boolean up = false;
    try {
      broker.awaitReady();
      up = true;
      return broker;
    } finally {
      if (!up) {
        broker.close();
      }
    }
  }

  private static ServerSocket freePort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private static String properties(Path folder, int port, int controllerPort) {
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@127.0.0.1:%2$d
    log.dirs=%3$s
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
    controller.listener.names=CONTROLLER
    inter.broker.listener.name=PLAINTEXT
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
    offsets.topic.replication.factor=1
    offsets.topic.num.partitions=4
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    transaction.state.log.num.partitions=4
    share.coordinator.state.topic.replication.factor=1
    share.coordinator.state.topic.min.isr=1
    group.initial.rebalance.delay.ms=0
    auto.create.topics.enable=false
    log.cleaner.dedupe.buffer.size=16777216
    num.io.threads=4
    num.network.threads=2
    """
        .formatted(port, controllerPort, folder.resolve("log"));
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

  private void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "reconnect.backoff.ms",
            100,
            "reconnect.backoff.max.ms",
            200);
    try (var admin = Admin.create(settings)) {
      while (process.isAlive() && System.nanoTime() - end < 0) {
        if (answers(admin)) {
          return;
        }
      }
    }
    throw new IOException(
        "the broker %s; it said: %s"
            .formatted(
                process.isAlive() ? "does not answer" : "has ended",
                Files.readString(folder.resolve("stderr"))));
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      return admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size() == 1;
    } catch (ExecutionException | java.util.concurrent.TimeoutException | KafkaException e) {
      return false;
    }
  }

  /** Where clients find it. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** Its process id, for tests that stop it for a while. */
  public long pid() {
    return process.pid();
  }

  /** kill -9; what it has written stays. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts it again after it was killed: at the same port, with all that it had. */
  public void restart() throws IOException, InterruptedException {
    process = launch();
    awaitReady();
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
