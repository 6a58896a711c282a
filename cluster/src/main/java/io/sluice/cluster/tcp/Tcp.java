package io.sluice.cluster.tcp;

import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Processes that reach each other over TCP: {@code Sluice.named("orders").over(Tcp.at("10.0.0.1",
 * "10.0.0.2").security(file, password)).join()}.
 *
 * <p>Immutable; each method returns a network with one setting changed.
 */
public final class Tcp implements Network {

  private final List<String> hosts;
  private final Optional<Keys> keys;
  private final Optional<Path> stack;

  private Tcp(List<String> hosts, Optional<Keys> keys, Optional<Path> stack) {
    this.hosts = List.copyOf(hosts);
    this.keys = keys;
    this.stack = stack;
  }

  /** The processes on this machine, at ports that follow from the cluster's name. */
  public static Tcp loopback() {
    return at("127.0.0.1");
  }

  /**
   * The processes on these hosts.
   *
   * @param addresses each {@code host}, {@code host:port} or {@code host:first-last}, in the same
   *     order in all processes: the process at the first one founds the cluster. A process takes
   *     the first port that is free; without a port given, they follow from the cluster's name.
   */
  public static Tcp at(String... addresses) {
    return new Tcp(List.of(addresses), Optional.empty(), Optional.empty());
  }

  /**
   * Admits only processes that have a trusted key, and encrypts all traffic: mutual TLS 1.3.
   * Required as soon as one of the hosts is not this machine.
   *
   * @param keyStore the same in all processes, or one for each, signed by one authority; {@code
   *     sluice keys} makes one
   * @throws IllegalArgumentException if it cannot be used; the message says why
   */
  public Tcp security(Path keyStore, char[] password) {
    return new Tcp(hosts, Optional.of(Keys.of(keyStore, password)), stack);
  }

  /**
   * Takes the protocols of a JGroups file instead of the built-in ones, for other kinds of
   * discovery or failure detection. The hosts still say where to listen; {@code docs/jgroups.md}
   * says what the file must have.
   */
  public Tcp jgroups(Path file) {
    return new Tcp(hosts, keys, Optional.of(file));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException also if keys are missing, none of the hosts is this machine,
   *     the lease is too short, or the JGroups file lacks a protocol that is needed
   */
  @Override
  public Transport transport(String cluster, String node, Duration lease) {
    return new TcpTransport(
        new TcpSettings(cluster, node, Hosts.of(cluster, hosts), lease, keys, stack));
  }

  @Override
  public String toString() {
    return "TCP " + String.join(",", hosts);
  }
}
