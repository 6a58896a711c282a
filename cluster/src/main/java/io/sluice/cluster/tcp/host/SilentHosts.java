package io.sluice.cluster.tcp.host;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hosts that do not answer at all, such as those that are switched off, or pods that are gone.
 * JGroups asks at all ports of all hosts, one after the other: with the whole time for each port,
 * one such host would hold up a process that joins for ten seconds. So when a host has not answered
 * at a port, less time is given to its other ports for a while.
 *
 * <p>A distant host may take longer than that, and a firewall may drop what is for ports at which
 * no process listens. So the whole time is always given to a port that has answered before, and to
 * the first port of a host, where its first process listens.
 */
public final class SilentHosts {

  /** More than a connection takes within a continent. */
  static final int SHORT_MILLIS = 100;

  private static final long FOR_A_WHILE = Duration.ofSeconds(2).toNanos();

  private static final long UNTIL_FORGOTTEN = Duration.ofHours(1).toNanos();

  private final Map<InetAddress, Known> hosts = new ConcurrentHashMap<>();

  /** A port that was silent for the whole time. */
  private record Silence(int port, long since) {}

  /**
   * What is known of a host.
   *
   * @param first its lowest port of all that it was asked at
   * @param answered the ports at which it has connected or refused
   */
  private record Known(int first, Set<Integer> answered, Optional<Silence> silence, long asked) {

    Known {
      answered = Set.copyOf(answered);
    }

    static Known unknown(int port) {
      return new Known(port, Set.of(), Optional.empty(), System.nanoTime());
    }

    Known askedAt(int port) {
      return new Known(Math.min(first, port), answered, silence, System.nanoTime());
    }

    Known answeredAt(int port) {
      if (answered.contains(port)) {
        return new Known(first, answered, Optional.empty(), asked);
      }
      var more = new HashSet<>(answered);
      more.add(port);
      return new Known(first, more, Optional.empty(), asked);
    }

    Known silentAt(int port) {
      return new Known(first, answered, Optional.of(new Silence(port, System.nanoTime())), asked);
    }

    /** Whether a port is probably as silent as another one was. */
    boolean isLikelySilentAt(int port) {
      return port != first
          && !answered.contains(port)
          && silence
              .filter(each -> each.port != port && System.nanoTime() - each.since < FOR_A_WHILE)
              .isPresent();
    }
  }

  /** Connects, or fails if the other side has not answered in that time. */
  @FunctionalInterface
  public interface Connecting {
    void connect(SocketAddress to, int timeoutMillis) throws IOException;
  }

  /** Connects within that time, or less. */
  public void connect(SocketAddress to, int timeoutMillis, Connecting how) throws IOException {
    if (!(to instanceof InetSocketAddress place) || place.isUnresolved()) {
      how.connect(to, timeoutMillis);
      return;
    }
    var host = place.getAddress();
    int port = place.getPort();
    boolean brief = timeoutMillis > SHORT_MILLIS && ask(host, port).isLikelySilentAt(port);
    try {
      how.connect(to, brief ? SHORT_MILLIS : timeoutMillis);
      hosts.computeIfPresent(host, (_, known) -> known.answeredAt(port));
    } catch (ConnectException refused) {
      hosts.computeIfPresent(host, (_, known) -> known.answeredAt(port));
      throw refused;
    } catch (SocketTimeoutException e) {
      if (!brief) {
        hosts.computeIfPresent(host, (_, known) -> known.silentAt(port));
      }
      throw e;
    }
  }

  private Known ask(InetAddress host, int port) {
    long now = System.nanoTime();
    hosts.values().removeIf(each -> now - each.asked > UNTIL_FORGOTTEN);
    return hosts.compute(
        host, (_, known) -> (known == null ? Known.unknown(port) : known).askedAt(port));
  }
}
