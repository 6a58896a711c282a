package io.sluice.broker;

import java.io.IOException;

/**
 * One broker, its own controller, at a free port of this machine, with a folder of its own that is
 * removed with the broker.
 *
 * <p>The child process ends when this object is closed, and also when this JVM ends in whatever
 * way, because its input ends then.
 */
public final class KafkaBroker implements AutoCloseable {

  private static final int BROKER = 1;

  private final KafkaCluster cluster;

  private KafkaBroker(KafkaCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts one, and waits until it answers: some seconds.
   *
   * @throws IOException if it does not
   */
  public static KafkaBroker start() throws IOException, InterruptedException {
    return new KafkaBroker(KafkaCluster.start(1));
  }

  /** Where clients find it. */
  public String bootstrapServers() {
    return cluster.bootstrapServers();
  }

  /** Its process id, for tests that stop it for a while. */
  public long pid() {
    return cluster.pid(BROKER);
  }

  /** kill -9; what it has written stays. */
  public void kill() throws InterruptedException {
    cluster.kill(BROKER);
  }

  /** Starts it again after it was killed: at the same port, with all that it had. */
  public void restart() throws IOException, InterruptedException {
    cluster.restart(BROKER);
  }

  /** Ends it, and removes its folder. */
  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
