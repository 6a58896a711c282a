package io.sluice.cluster.tcp;

import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import io.sluice.cluster.tcp.host.HostLookup;
import io.sluice.cluster.tcp.host.Hosts;
import io.sluice.cluster.tcp.host.Ports;
import io.sluice.protocol.membership.Expected;
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

  /** None if the processes are on this machine, at a place that follows from the cluster's name. */
  private final List<String> hosts;

  private final Expected expected;
  private final Optional<Keys> keys;
  private final Optional<Path> stack;

  private Tcp(List<String> hosts, Expected expected, Optional<Keys> keys, Optional<Path> stack) {
    this.hosts = List.copyOf(hosts);
    this.expected = expected;
    this.keys = keys;
    this.stack = stack;
  }

  /**
   * The processes on this machine, at a loopback address and ports that follow from the cluster's
   * name.
   */
  public static Tcp loopback() {
    return new Tcp(List.of(), Expected.NONE, Optional.empty(), Optional.empty());
  }

  /**
   * The processes on these hosts.
   *
   * @param addresses each {@code host}, {@code host:port} or {@code host:first-last}, in the same
   *     order in all processes: the process at the first one founds the cluster. A process takes
   *     the first port that is free; without a port given, they follow from the cluster's name.
   */
  public static Tcp at(String... addresses) {
    if (addresses.length == 0) {
      throw new IllegalArgumentException("a cluster has at least one host");
    }
    return new Tcp(List.of(addresses), Expected.NONE, Optional.empty(), Optional.empty());
  }

  /**
   * The processes on the hosts that a name of the domain name system resolves to, which may change
   * as hosts come and go: a headless service of Kubernetes, for example. No address has to be the
   * first. Instead, the members have their locks only while more than half of the expected
   * processes are in contact, so no two clusters ever grant locks at the same time; a process that
   * has just been started waits for 1.2 leases before it counts.
   *
   * <pre>{@code
   * Sluice.named("orders")
   *     .over(Tcp.discover("sluice.default.svc.cluster.local:7800-7800", 3).security(file, password))
   *     .join();
   * }</pre>
   *
   * @param address {@code name}, {@code name:port} or {@code name:first-last}, as in {@link #at}
   * @param expected how many processes run at the same time at most, without {@link #guest}s; the
   *     same in all processes
   */
  public static Tcp discover(String address, int expected) {
    if (expected < 1) {
      throw new IllegalArgumentException("at least 1 process is expected, not " + expected);
    }
    return new Tcp(
        List.of(address), new Expected(expected, true), Optional.empty(), Optional.empty());
  }

  /**
   * Does not count this process among those that are expected, so there may be any number like it:
   * it joins a cluster at once, but never founds one, and does not keep one working.
   *
   * @throws IllegalStateException if the addresses are fixed, where no process is counted
   */
  public Tcp guest() {
    if (expected.isNone()) {
      throw new IllegalStateException("there are guests only where processes are discovered");
    }
    return new Tcp(hosts, new Expected(expected.processes(), false), keys, stack);
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
    return new Tcp(hosts, expected, Optional.of(Keys.of(keyStore, password)), stack);
  }

  /**
   * Takes the protocols of a JGroups file instead of the built-in ones, for other kinds of
   * discovery or failure detection. The hosts still say where to listen; {@code docs/jgroups.md}
   * says what the file must have.
   */
  public Tcp jgroups(Path file) {
    return new Tcp(hosts, expected, keys, Optional.of(file));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException also if keys are missing, none of the hosts is this machine,
   *     the lease is too short, or the JGroups file lacks a protocol that is needed
   */
  @Override
  public Transport transport(String cluster, String node, Duration lease) {
    return new TcpTransport(new TcpSettings(cluster, node, lookup(cluster), lease, keys, stack));
  }

  private HostLookup lookup(String cluster) {
    if (expected.isNone()) {
      return new HostLookup.Fixed(
          hosts.isEmpty() ? Hosts.loopback(cluster) : Hosts.of(cluster, hosts));
    }
    var place = Ports.of(cluster, hosts.getFirst());
    return new HostLookup.ByName(place.host(), place.ports(), expected);
  }

  @Override
  public String toString() {
    return "TCP " + (hosts.isEmpty() ? "on this machine" : String.join(",", hosts));
  }
}
