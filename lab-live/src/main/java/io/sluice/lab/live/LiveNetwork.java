package io.sluice.lab.live;

import io.sluice.broker.KafkaBroker;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.kafka.Kafka;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The networks that live nodes can use; the option {@code --live} takes these names. */
public enum LiveNetwork {
  /** Within this process. */
  LOCAL("handed over within one process", 1, 60_000),
  /** TCP over loopback. */
  CLUSTER("TCP over loopback", 3, 8_000),
  /** A Kafka broker on this machine, started for the run and stopped after it. */
  KAFKA("a Kafka broker on this machine, acks=all", 10, 2_500);

  private final String words;
  private final Duration warmUp;
  private final int messagesPerSecond;

  LiveNetwork(String words, int warmUpSeconds, int messagesPerSecond) {
    this.words = words;
    this.warmUp = Duration.ofSeconds(warmUpSeconds);
    this.messagesPerSecond = messagesPerSecond;
  }

  /** A description for the report. */
  public String words() {
    return words;
  }

  /** How many messages a second the network carries without queueing on two cores. */
  int messagesPerSecond() {
    return messagesPerSecond;
  }

  /** How long the network takes to reach its usual speed. */
  Duration warmUp() {
    return warmUp;
  }

  /**
   * A network, and the broker that was started for it, if any.
   *
   * @param broker to be closed with the network
   */
  record Opened(Network network, Optional<KafkaBroker> broker) {}

  /** Starts what the network needs. */
  Opened open() throws IOException, InterruptedException {
    return switch (this) {
      case LOCAL -> new Opened(Local.jvm(), Optional.empty());
      case CLUSTER -> new Opened(Tcp.loopback(), Optional.empty());
      case KAFKA -> {
        var broker = KafkaBroker.start();
        yield new Opened(Kafka.at(broker.bootstrapServers()), Optional.of(broker));
      }
    };
  }
}
