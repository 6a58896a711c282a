package io.sluice.cli.option;

import io.sluice.cluster.Network;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.kafka.Kafka;
import io.sluice.lab.simulate.Nanos;
import io.sluice.locks.Sluice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which cluster to join, and how. */
public final class ClusterOptions {

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      defaultValue = "sluice",
      description = "The cluster's name (default: sluice).")
  private String cluster;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "Where its processes are, in the same order everywhere (default: this machine only)."
              + " Beyond this machine a key store is needed.")
  private List<String> hosts = List.of();

  @Option(
      names = "--keystore",
      paramLabel = "FILE",
      description =
          "The key store that admits this process, and no process without one; `sluice keys`"
              + " makes one. Its password is in the environment variable SLUICE_KEYSTORE_PASSWORD"
              + " or in the file of --password-file.")
  private Optional<Path> keyStore = Optional.empty();

  @Mixin private KeyStorePassword password;

  @Option(
      names = "--kafka",
      paramLabel = "BROKERS",
      description =
          "Meet at these Kafka brokers, host:port separated by commas, instead of at --hosts.")
  private Optional<String> brokers = Optional.empty();

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Kafka's own settings for clients, such as those for SASL and SSL.")
  private Optional<Path> settings = Optional.empty();

  @Option(
      names = "--jgroups",
      paramLabel = "FILE",
      description = "A JGroups file to take instead of the usual protocols between processes.")
  private Optional<Path> stack = Optional.empty();

  @Option(
      names = "--lease",
      paramLabel = "5s",
      defaultValue = "5s",
      description =
          "How long a member that is cut off keeps its locks, and the others wait for it"
              + " (default: 5s); the same everywhere.")
  private String lease;

  @Mixin private ProtocolsOption protocols;

  /** A node of the cluster, still to join. */
  public Sluice.Builder builder() {
    if (cluster.isBlank()) {
      throw new IllegalArgumentException("--cluster: the cluster's name is empty; write one");
    }
    if (brokers.isPresent() && !(hosts.isEmpty() && keyStore.isEmpty() && stack.isEmpty())) {
      throw new IllegalArgumentException("--kafka, or --hosts, --keystore and --jgroups, not both");
    }
    if (settings.isPresent() && brokers.isEmpty()) {
      throw new IllegalArgumentException("--kafka-config needs --kafka");
    }
    return Sluice.named(cluster).over(network()).lease(lease()).protocols(protocols.catalogue());
  }

  private Network network() {
    if (brokers.isPresent()) {
      return Kafka.at(brokers.get()).with(kafkaSettings());
    }
    var tcp = hosts.isEmpty() ? Tcp.loopback() : Tcp.at(hosts.toArray(String[]::new));
    if (keyStore.isPresent()) {
      tcp = tcp.security(keyStore.get(), password.read());
    }
    return stack.isPresent() ? tcp.jgroups(stack.get()) : tcp;
  }

  private Map<String, String> kafkaSettings() {
    return settings.map(KafkaSettings::read).orElse(Map.of());
  }

  public String cluster() {
    return cluster;
  }

  public Duration lease() {
    return duration("--lease", lease);
  }

  public static Duration duration(String option, String text) {
    try {
      return Duration.ofNanos(Nanos.parse(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
