package io.sluice.cluster.tcp.host;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The ports at which the processes of a cluster listen on a host: a row of them, of which a process
 * takes the first that is free.
 */
public record Ports(int first, int count) {

  /** How many processes of one cluster fit on a host, unless the ports are given. */
  private static final int USUAL = 32;

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 65_535;
  private static final int CLUSTERS = 600;

  /** A host and its ports. */
  public record Place(String host, Ports ports) {}

  /**
   * @param place {@code host}, {@code host:port} or {@code host:first-last}; without a port, one
   *     that follows from the cluster's name, and without a last one, {@link #USUAL} in a row
   * @throws IllegalArgumentException if it is none of these
   */
  public static Place of(String cluster, String place) {
    int colon = place.lastIndexOf(':');
    if (colon <= place.lastIndexOf(']')) { // also where both are missing
      return new Place(host(place, place), new Ports(portOf(cluster), USUAL));
    }
    int dash = place.indexOf('-', colon);
    try {
      int end = dash < 0 ? place.length() : dash;
      int first = Integer.parseInt(place.substring(colon + 1, end));
      int count = dash < 0 ? USUAL : Integer.parseInt(place.substring(dash + 1)) - first + 1;
      if (count < 1) {
        throw new IllegalArgumentException("'%s' has %d ports".formatted(place, count));
      }
      int last = first + count - 1;
      if (first < 1 || last > HIGHEST) {
        throw new IllegalArgumentException(
            "'%s' has the ports %d to %d; there are those from 1 to %d"
                .formatted(place, first, last, HIGHEST));
      }
      return new Place(host(place, place.substring(0, colon)), new Ports(first, count));
    } catch (NumberFormatException e) {
      throw refusal(place, e);
    }
  }

  /** An empty name is this machine for the system, which no user means. */
  private static String host(String place, String host) {
    if (host.isBlank()) {
      throw new IllegalArgumentException(
          "'%s' has no host; write it before the port".formatted(place));
    }
    if (host.contains(":") && !host.startsWith("[")) {
      throw new IllegalArgumentException(
          "'%s': write an address of IPv6 in brackets, such as [::1]:7800".formatted(place));
    }
    return host;
  }

  static IllegalArgumentException refusal(String place, Exception why) {
    return new IllegalArgumentException(
        "no host: '" + place + "'; try name, name:port or name:port-port", why);
  }

  private static int portOf(String cluster) {
    return LOWEST + USUAL * (int) (sumOf(cluster) % CLUSTERS);
  }

  /** A number of 32 bits that follows from the cluster's name. */
  static long sumOf(String cluster) {
    var sum = new CRC32();
    sum.update(cluster.getBytes(StandardCharsets.UTF_8));
    return sum.getValue();
  }
}
