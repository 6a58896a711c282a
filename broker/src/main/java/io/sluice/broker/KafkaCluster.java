package io.sluice.broker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/**
 * Several brokers at free ports of this machine, each its own controller. Topics are on three of
 * them unless their creator says otherwise, and what is acknowledged to a producer with {@code
 * acks=all} is on at least two.
 *
 * <p>The child processes end when this object is closed, and also when this JVM ends.
 */
public final class KafkaCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int ATTEMPTS = 3;

  private final List<Node> nodes;
  private final List<BrokerProcess> processes = new ArrayList<>();

  private KafkaCluster(List<Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * Starts that number of brokers, and waits until all of them answer.
   *
   * @throws IOException if they do not
   */
  public static KafkaCluster start(int brokers) throws IOException, InterruptedException {
    return start(brokers, Optional.empty());
  }

  /**
   * Starts one broker with a second port.
   *
   * @throws IOException if it does not answer
   */
  public static KafkaCluster start(SecureListener listener)
      throws IOException, InterruptedException {
    return start(1, Optional.of(listener));
  }

  private static KafkaCluster start(int brokers, Optional<SecureListener> secure)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(brokers, secure);
      } catch (PortTakenException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Between finding a free port and using it, another process may have taken it. */
  private static final class PortTakenException extends IOException {
    PortTakenException(String message) {
      super(message);
    }
  }

  private static KafkaCluster attempt(int brokers, Optional<SecureListener> secure)
      throws IOException, InterruptedException {
    var cluster = new KafkaCluster(Node.cluster(brokers));
    boolean up = false;
    try {
      var clusterId = Uuid.randomUuid().toString();
      for (var node : cluster.nodes) {
        cluster.processes.add(BrokerProcess.launch(node, secure, clusterId));
      }
      cluster.awaitReady();
      up = true;
      return cluster;
    } finally {
      if (!up) {
        cluster.close();
      }
    }
  }

  /** Waits until all brokers that are alive answer. */
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
      while (processes.stream().allMatch(BrokerProcess::isAlive) && System.nanoTime() - end < 0) {
        if (numberOfBrokers(admin) == nodes.size()) {
          return;
        }
      }
    }
    var silent = new StringBuilder("not all of the brokers answer; they said:");
    for (var process : processes) {
      silent.append(process.isAlive() ? " (alive) " : " (ended) ").append(process.said());
    }
    if (silent.indexOf("Address already in use") >= 0) {
      throw new PortTakenException(silent.toString());
    }
    throw new IOException(silent.toString());
  }

  private static int numberOfBrokers(Admin admin) throws InterruptedException {
    try {
      return admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size();
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return 0;
    }
  }

  /** Where clients find them: all of their addresses. */
  public String bootstrapServers() {
    return Node.addresses(nodes);
  }

  /** The process id of a broker, numbered from 1. */
  public long pid(int broker) {
    return processes.get(broker - 1).pid();
  }

  /** kill -9 of a broker, numbered from 1; what it has written stays. */
  public void kill(int broker) throws InterruptedException {
    processes.get(broker - 1).kill();
  }

  /**
   * Starts a broker again after it was killed: at the same port, with all that it had. All brokers
   * must be alive then.
   */
  public void restart(int broker) throws IOException, InterruptedException {
    processes.get(broker - 1).relaunch();
    awaitReady();
  }

  /** Ends all of them, and removes their folders. */
  @Override
  public void close() throws IOException {
    for (var process : processes) {
      process.close();
    }
  }
}
