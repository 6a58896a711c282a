package io.sluice.cluster.tcp.host;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hosts that do not answer at all, such as those that are switched off, or pods that are gone.
 * JGroups asks at all ports of all hosts, one after the other: with the whole time for each port,
 * one such host would hold up a process that joins for ten seconds. So when a host has not answered
 * at a port, less time is given to its other ports for a while.
 */
public final class SilentHosts {

  /** More than a connection takes, also to another site. */
  static final int SHORT_MILLIS = 100;

  private static final long FOR_A_WHILE = Duration.ofSeconds(2).toNanos();

  private final Map<InetAddress, Silence> silences = new ConcurrentHashMap<>();

  private record Silence(int port, long since) {}

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
    boolean brief = timeoutMillis > SHORT_MILLIS && hasBeenSilent(host, place.getPort());
    try {
      how.connect(to, brief ? SHORT_MILLIS : timeoutMillis);
      silences.remove(host);
    } catch (ConnectException refused) {
      silences.remove(host);
      throw refused;
    } catch (SocketTimeoutException e) {
      if (!brief) {
        silences.put(host, new Silence(place.getPort(), System.nanoTime()));
      }
      throw e;
    }
  }

  /** Whether it was silent at another port: the same one is asked again with the whole time. */
  private boolean hasBeenSilent(InetAddress host, int port) {
    var silence = silences.get(host);
    return silence != null
        && silence.port != port
        && System.nanoTime() - silence.since < FOR_A_WHILE;
  }
}
