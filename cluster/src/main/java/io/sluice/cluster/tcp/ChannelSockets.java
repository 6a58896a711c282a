package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.SilentHosts;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.util.DefaultSocketFactory;

/**
 * The sockets of one JGroups channel, all of which end with it.
 *
 * <p>JGroups does not see to that by itself. If it is still reading who has connected while the
 * channel is closed, it goes on with that connection afterwards, and never closes it. The peer then
 * sends everything for this host to a channel that is no more, and refuses the connection of the
 * next one, since it has one already: the two never hear of each other again.
 */
final class ChannelSockets extends DefaultSocketFactory implements AutoCloseable {

  private final Sockets sockets;
  private final SilentHosts silent = new SilentHosts();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ChannelSockets(Optional<Keys> keys) {
    this.sockets = new Sockets(keys);
  }

  @Override
  public Socket createSocket(String service) {
    var socket = sockets.socket(silent);
    add(socket);
    return socket;
  }

  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return sockets.serverSocket(this::add);
  }

  private void add(Socket socket) {
    open.removeIf(Socket::isClosed);
    open.add(socket);
    if (closed) {
      Sockets.close(socket);
    }
  }

  /** Closes all sockets but those that listen, which the channel closes, and all made later. */
  @Override
  public void close() {
    closed = true;
    open.forEach(Sockets::close);
    open.clear();
  }
}
