package io.sluice.cluster.tcp;

import io.sluice.cluster.Faults;
import io.sluice.cluster.tcp.host.SilentHosts;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes the sockets between nodes: with keys, ones that no stranger can connect to, read or write;
 * without, plain ones, which is only for addresses of this machine. Frames without keys go over
 * channels instead, which {@link ConnectionFactory} opens itself.
 */
record Sockets(Optional<Keys> keys) {

  /** One to connect with; {@link Socket#connect} returns when both sides have proved themselves. */
  Socket socket() {
    return keys.<Socket>map(SecuredSocket::new).orElseGet(Socket::new);
  }

  /** The same, for many connections: takes less time for a host that has just been silent. */
  Socket socket(SilentHosts hosts) {
    return keys.<Socket>map(each -> new SecuredSocket(each, hosts))
        .orElseGet(() -> new PlainSocket(hosts));
  }

  /** A server socket that accepts only peers that have proved that they have a key. */
  ServerSocket serverSocket() throws IOException {
    return serverSocket(_ -> {});
  }

  /**
   * The same.
   *
   * @param accepted is told of each socket before it is returned by {@link ServerSocket#accept}
   */
  ServerSocket serverSocket(Consumer<Socket> accepted) throws IOException {
    return keys.isPresent()
        ? new SecuredServerSocket(keys.get(), accepted)
        : new PlainServerSocket(accepted);
  }

  /** Closes a socket; that it cannot be closed is no reason to stop. */
  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      Faults.report(e);
    }
  }

  private static final class PlainSocket extends Socket {
    private final SilentHosts hosts;

    PlainSocket(SilentHosts hosts) {
      this.hosts = hosts;
    }

    @Override
    public void connect(SocketAddress to, int timeout) throws IOException {
      hosts.connect(to, timeout, super::connect);
    }
  }

  private static final class PlainServerSocket extends ServerSocket {
    private final Consumer<Socket> accepted;

    PlainServerSocket(Consumer<Socket> accepted) throws IOException {
      this.accepted = accepted;
    }

    @Override
    public Socket accept() throws IOException {
      var socket = super.accept();
      accepted.accept(socket);
      return socket;
    }
  }
}
