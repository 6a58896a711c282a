package io.sluice.cluster.tcp.host;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The addresses at which the processes of a cluster may listen: on each host, a row of ports. A
 * process takes the first port that is free.
 *
 * @param first the address of each host and its lowest port
 * @param ports how many ports there are, and so processes on one host
 */
public record Hosts(List<InetSocketAddress> first, int ports) {

  public Hosts {
    first = List.copyOf(first);
    if (first.isEmpty()) {
      throw new IllegalArgumentException("a cluster has at least one host");
    }
  }

  /**
   * @param places each as {@link Ports} has it
   * @throws IllegalArgumentException if one of them is none, or they have not equally many ports
   */
  public static Hosts of(String cluster, List<String> places) {
    var addresses = new ArrayList<InetSocketAddress>();
    int ports = 0;
    for (String each : places) {
      var place = Ports.of(cluster, each);
      int here = place.ports().count();
      if (ports != 0 && here != ports) {
        throw new IllegalArgumentException(
            "'%s' has %d ports; let all hosts have equally many".formatted(each, here));
      }
      ports = here;
      try {
        addresses.add(
            new InetSocketAddress(InetAddress.getByName(place.host()), place.ports().first()));
      } catch (UnknownHostException e) {
        throw Ports.refusal(each, e);
      }
    }
    return new Hosts(addresses, ports);
  }

  /**
   * The place on this machine of the processes of a cluster. Clusters have different addresses
   * where all of 127.0.0.0/8 is this machine, since there are few rows of ports: a process of
   * another cluster that listens at the first address would keep this one from being founded. The
   * system decides, and not an attempt to listen, since all processes of a machine must agree.
   */
  public static Hosts loopback(String cluster) {
    boolean oneAddress = !System.getProperty("os.name").startsWith("Linux");
    return of(cluster, List.of(oneAddress ? "127.0.0.1" : loopbackAddress(cluster)));
  }

  /** No part is 0 or 255, so that it is neither the network's own address nor a broadcast. */
  private static String loopbackAddress(String cluster) {
    var address = new StringBuilder("127");
    long rest = Ports.sumOf(cluster);
    for (int i = 0; i < 3; i++) {
      address.append('.').append(1 + rest % 254);
      rest /= 254;
    }
    return address.toString();
  }

  /** Whether all of them are this machine. */
  public boolean areLoopback() {
    return first.stream().allMatch(address -> address.getAddress().isLoopbackAddress());
  }

  /**
   * Which of them is this machine.
   *
   * @throws IllegalArgumentException if none is
   */
  public InetSocketAddress own() {
    return first.stream()
        .filter(each -> isHere(each.getAddress()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "none of the hosts is this machine: "
                        + first.stream()
                            .map(each -> each.getAddress().getHostAddress())
                            .collect(Collectors.joining(", "))));
  }

  static boolean isHere(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every place where a process may listen. */
  public List<InetSocketAddress> all() {
    var all = new ArrayList<InetSocketAddress>();
    for (InetSocketAddress each : first) {
      for (int i = 0; i < ports; i++) {
        all.add(new InetSocketAddress(each.getAddress(), each.getPort() + i));
      }
    }
    return all;
  }
}
