package io.sluice.cli.option;

import io.sluice.cluster.Network;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.kafka.Kafka;
import io.sluice.lab.simulate.Nanos;
import io.sluice.locks.Sluice;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.watch.WatchedPipelines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which cluster to join, and how. */
public final class ClusterOptions {

  private static final String USUAL_LEASE = "5s";

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
      names = "--discover",
      paramLabel = "NAME[:PORT]",
      description =
          "Instead of --hosts: a name that resolves to the addresses of all hosts, also as they"
              + " change. Needs --expect.")
  private Optional<String> discovered = Optional.empty();

  @Option(
      names = "--expect",
      paramLabel = "N",
      description =
          "With --discover: how many standing members (`sluice node`, or processes that expect as"
              + " many) run at most; locks are granted while more than half of them are in contact.")
  private Optional<Integer> expected = Optional.empty();

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

  @Mixin private KafkaSettings settings;

  @Option(
      names = "--jgroups",
      paramLabel = "FILE",
      description = "A JGroups file to take instead of the usual protocols between processes.")
  private Optional<Path> stack = Optional.empty();

  @Option(
      names = "--lease",
      paramLabel = "5s",
      defaultValue = USUAL_LEASE,
      description =
          "How long a member that is cut off keeps its locks, and the others wait for it"
              + " (default: 5s); the same everywhere.")
  private String lease;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "Record what the protocols of the locks do at this member, for `sluice theatre FILE`; a"
              + " file that exists is continued.")
  private Optional<Path> recorded = Optional.empty();

  @Mixin private ProtocolsOption protocols;

  /** A node of the cluster, still to join, which does not count among those that are expected. */
  public Sluice.Builder builder() {
    return builder(Tcp::guest);
  }

  /** A node of the cluster, still to join, to be one of those that are expected. */
  public Sluice.Builder standing() {
    return builder(UnaryOperator.identity());
  }

  private Sluice.Builder builder(UnaryOperator<Tcp> part) {
    if (cluster.isBlank()) {
      throw new IllegalArgumentException("--cluster: the cluster's name is empty; write one");
    }
    boolean tcp = !hosts.isEmpty() || discovered.isPresent();
    if (brokers.isPresent() && (tcp || keyStore.isPresent() || stack.isPresent())) {
      throw new IllegalArgumentException(
          "--kafka, or --hosts, --discover, --keystore and --jgroups, not both");
    }
    if (discovered.isPresent() && !hosts.isEmpty()) {
      throw new IllegalArgumentException("--hosts or --discover, not both");
    }
    if (discovered.isPresent() != expected.isPresent()) {
      throw new IllegalArgumentException(
          "--discover NAME and --expect N go together: say also "
              + (discovered.isPresent() ? "how many members there are" : "where they are"));
    }
    if (settings.areGiven() && brokers.isEmpty()) {
      throw new IllegalArgumentException("--kafka-config needs --kafka");
    }
    var builder =
        Sluice.named(cluster).over(network(part)).lease(lease()).protocols(protocols.catalogue());
    recorded.ifPresent(builder::record);
    return builder;
  }

  /** The key store that admits this process, if there is one. */
  public Optional<Path> keyStore() {
    return keyStore;
  }

  /** The key store's password. */
  public char[] password() {
    return password.read();
  }

  /**
   * The option by which a command says something else than a node; empty if both mean the same
   * cluster. The key store is not compared here: both sides prove that they have it.
   *
   * @param lenient whether the command may leave options out that the node has, since it will not
   *     join by itself, and so not join another cluster than the node's
   * @param folder the command's, in which its files are
   */
  public Optional<String> difference(ClusterOptions node, boolean lenient, Path folder) {
    if (!cluster.equals(node.cluster)) {
      return Optional.of("--cluster");
    }
    if (recorded.isPresent()) {
      return Optional.of("--record");
    }
    var mine = named(folder);
    var theirs = node.named(Path.of(""));
    return mine.entrySet().stream()
        .filter(option -> !(lenient && option.getValue().isEmpty()))
        .filter(option -> !option.getValue().equals(theirs.get(option.getKey())))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** The options that say which cluster, each with what was written; empty if nothing was. */
  private Map<String, Optional<Object>> named(Path folder) {
    var all = new LinkedHashMap<String, Optional<Object>>();
    all.put("--hosts", hosts.isEmpty() ? Optional.empty() : Optional.of(hosts));
    all.put("--discover", discovered.map(Object.class::cast));
    all.put("--expect", expected.map(Object.class::cast));
    all.put("--kafka", brokers.map(Object.class::cast));
    all.put(
        "--kafka-config",
        settings.areGiven() ? Optional.of(settings.read(folder)) : Optional.empty());
    all.put("--jgroups", stack.map(file -> folder.resolve(file).toAbsolutePath().normalize()));
    all.put("--lease", lease.equals(USUAL_LEASE) ? Optional.empty() : Optional.of(lease()));
    return all;
  }

  private Network network(UnaryOperator<Tcp> part) {
    if (brokers.isPresent()) {
      return Kafka.at(brokers.get()).with(settings.read());
    }
    var tcp = discovered.map(name -> part.apply(discover(name))).orElseGet(this::listed);
    if (keyStore.isPresent()) {
      tcp = tcp.security(keyStore.get(), password.read());
    }
    return stack.isPresent() ? tcp.jgroups(stack.get()) : tcp;
  }

  private Tcp discover(String name) {
    return Tcp.discover(name, expected.orElseThrow());
  }

  private Tcp listed() {
    return hosts.isEmpty() ? Tcp.loopback() : Tcp.at(hosts.toArray(String[]::new));
  }

  /** The options that lead to the cluster, for people who check why it cannot be joined. */
  public String whereabouts() {
    if (brokers.isPresent()) {
      return "--kafka and --kafka-config";
    }
    return (discovered.isPresent() ? "--discover, --expect" : "--hosts") + " and --keystore";
  }

  /** Where pipelines are watched: at the brokers at which the nodes meet, if they meet at some. */
  public Optional<WatchedPipelines> watched() {
    return brokers.map(address -> new WatchedPipelines(Options.of(address).with(settings.read())));
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
