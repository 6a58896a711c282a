package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.Hosts;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;

/**
 * Decides whether a process may found a cluster.
 *
 * <p>Only the process at the first of all addresses may, so two never do at the same time. And only
 * if there is no cluster: each process that listens at one of the addresses is in touch and says
 * that it is not a member. A stopped process still listens, and a machine that does not answer may
 * be cut off: then there may be a cluster, and none is founded. Only a refused connection proves
 * that an address is vacant.
 */
final class Founding {

  /** What probing the addresses has shown. */
  enum Finding {
    /** Every process that listens is in touch with this one. */
    ALONE,
    /** The first address, which is on this machine, is vacant. */
    VACANT,
    /** A process that is not in touch may listen, or another process has to found the cluster. */
    WAIT
  }

  private static final int PATIENCE_MILLIS = 500;

  private Founding() {}

  /**
   * Probes all addresses.
   *
   * @param own where this process listens
   * @param inTouch where the processes listen that are in touch with it
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
