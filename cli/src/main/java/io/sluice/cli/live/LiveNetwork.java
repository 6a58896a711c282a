package io.sluice.cli.live;

import io.sluice.broker.KafkaBroker;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.LocalNetwork;
import io.sluice.cluster.tcp.Hosts;
import io.sluice.cluster.tcp.TcpTransport;
import io.sluice.kafka.Kafka;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What live nodes can speak over; the names are those of the option. */
public enum LiveNetwork {
  /** Within this process. */
  LOCAL("handed over within one process", 1, 60_000),
  /** TCP connections of this machine. */
  CLUSTER("TCP over loopback", 3, 8_000),
  /** A broker that is started for the purpose. */
  KAFKA("a Kafka broker on this machine, acks=all", 10, 2_500);

  private final String words;
  private final Duration warmUp;
  private final int room;

  LiveNetwork(String words, int warmUpSeconds, int room) {
    this.words = words;
    this.room = room;
    this.warmUp = Duration.ofSeconds(warmUpSeconds);
  }

  /** How many messages a second need not queue on two cores. */
  int room() {
    return room;
  }

  /** How long it takes until it is about as fast as it will be. */
  public Duration warmUp() {
    return warmUp;
  }

  /** For the report. */
  public String words() {
    return words;
  }

  /** A network together with what was started for it. */
  public record Opened(Network network, AutoCloseable started) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      try {
        started.close();
      } catch (Exception e) {
        throw new IOException("could not end the broker: " + e.getMessage(), e);
      }
    }
  }

  public Opened open() throws IOException, InterruptedException {
    return switch (this) {
      case LOCAL ->
          new Opened((cluster, node, _) -> LocalNetwork.named(cluster).transport(node), () -> {});
      case CLUSTER ->
          new Opened(
              (cluster, node, lease) ->
                  new TcpTransport(
                      cluster,
                      node,
                      Hosts.loopback(cluster),
                      lease,
                      Optional.empty(),
                      Optional.empty()),
              () -> {});
      case KAFKA -> {
        var broker = KafkaBroker.start();
        yield new Opened(Kafka.at(broker.bootstrapServers()), broker);
      }
    };
  }
}
