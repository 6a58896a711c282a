package io.sluice.cluster.tcp;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The addresses at which the processes of a cluster may listen: on each host, a row of ports. A
 * process takes the first port that is free.
 *
 * @param first the address of each host and its lowest port
 * @param ports how many ports there are, and so processes on one host
 */
record Hosts(List<InetSocketAddress> first, int ports) {

  /** How many processes of one cluster fit on a host, unless the ports are given. */
  private static final int PORTS = 32;

  private static final int LOWEST_PORT = 10_000;
  private static final int CLUSTERS = 600;

  Hosts {
    first = List.copyOf(first);
    if (first.isEmpty()) {
      throw new IllegalArgumentException("a cluster has at least one host");
    }
  }

  /**
   * @param places each {@code host}, {@code host:port} or {@code host:first-last}; without a port,
   *     one that follows from the cluster's name, and without a last one, {@link #PORTS} in a row
   * @throws IllegalArgumentException if one of them is none, or they have not equally many ports
   */
  static Hosts of(String cluster, List<String> places) {
    var addresses = new ArrayList<InetSocketAddress>();
    int ports = 0;
    for (String place : places) {
      int colon = place.lastIndexOf(':');
      int dash = place.indexOf('-', Math.max(colon, 0));
      try {
        int end = colon >= 0 && dash >= 0 ? dash : place.length();
        int port = colon < 0 ? portOf(cluster) : Integer.parseInt(place.substring(colon + 1, end));
        int here =
            end == place.length() ? PORTS : Integer.parseInt(place.substring(dash + 1)) - port + 1;
        if (here < 1 || (ports != 0 && here != ports)) {
          throw new IllegalArgumentException(
              "'%s' has %d ports; let all hosts have equally many".formatted(place, here));
        }
        ports = here;
        var name = colon < 0 ? place : place.substring(0, colon);
        addresses.add(new InetSocketAddress(InetAddress.getByName(name), port));
      } catch (UnknownHostException | NumberFormatException e) {
        throw new IllegalArgumentException(
            "no host: '" + place + "'; try name, name:port or name:port-port", e);
      }
    }
    return new Hosts(addresses, ports);
  }

  private static int portOf(String cluster) {
    var sum = new CRC32();
    sum.update(cluster.getBytes(StandardCharsets.UTF_8));
    return LOWEST_PORT + PORTS * (int) (sum.getValue() % CLUSTERS);
  }

  /** Whether all of them are this machine. */
  boolean areLoopback() {
    return first.stream().allMatch(address -> address.getAddress().isLoopbackAddress());
  }

  /**
   * Which of them is this machine.
   *
   * @throws IllegalArgumentException if none is
   */
  InetSocketAddress own() {
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

  private static boolean isHere(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every place where a process may listen. */
  List<InetSocketAddress> all() {
    var all = new ArrayList<InetSocketAddress>();
    for (InetSocketAddress each : first) {
      for (int i = 0; i < ports; i++) {
        all.add(new InetSocketAddress(each.getAddress(), each.getPort() + i));
      }
    }
    return all;
  }
}
