package io.sluice.cluster.tcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;

/**
 * Whether a process may begin a cluster.
 *
 * <p>Only the process at the first of all addresses may, so there are never two at it. And only if
 * there is no cluster: everybody who listens at one of the addresses is in touch and says that it
 * is no member. A process that is stopped still listens; a machine that does not answer may be cut
 * off: then there may be a cluster, and none is begun. Only a refused connection proves that nobody
 * is there.
 */
final class Founding {

  /** What a look around has shown. */
  enum Finding {
    /** Nobody else is there but those who are in touch. */
    ALONE,
    /** Nobody is at the first address, which is on this machine. */
    VACANT,
    /** Somebody is there who is not in touch, or it is another's business to begin. */
    WAIT
  }

  private static final int PATIENCE_MILLIS = 500;

  private Founding() {}

  /**
   * Looks around.
   *
   * @param own where this process listens
   * @param inTouch where those listen who are in touch with it
   */
  static Finding look(Hosts hosts, InetSocketAddress own, Set<InetSocketAddress> inTouch) {
    InetSocketAddress first = hosts.first().getFirst();
    if (!own.equals(first)) {
      boolean near = own.getAddress().equals(first.getAddress());
      return near && !inTouch.contains(first) && isVacant(first) ? Finding.VACANT : Finding.WAIT;
    }
    for (InetSocketAddress each : hosts.all()) {
      if (!each.equals(own) && !inTouch.contains(each) && !isVacant(each)) {
        return Finding.WAIT;
      }
    }
    return Finding.ALONE;
  }

  private static boolean isVacant(InetSocketAddress address) {
    try (var socket = new Socket()) {
      socket.connect(address, PATIENCE_MILLIS);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException unclear) {
      return false;
    }
  }
}
