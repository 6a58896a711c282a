package io.sluice.cluster.tcp;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import org.jgroups.util.DefaultSocketFactory;

/**
 * Makes the sockets between nodes: with keys, ones that no stranger can connect to, read or write;
 * without, plain ones, which is only for addresses of this machine. Frames without keys go over
 * channels instead, which {@link ConnectionFactory} opens itself.
 */
final class Sockets extends DefaultSocketFactory {

  private final Optional<Keys> keys;

  Sockets(Optional<Keys> keys) {
    this.keys = keys;
  }

  /** One to connect with; {@link Socket#connect} returns when both sides have proved themselves. */
  Socket socket() {
    return keys.<Socket>map(SecuredSocket::new).orElseGet(Socket::new);
  }

  /** A server socket that accepts only peers that have proved that they have a key. */
  ServerSocket serverSocket() throws IOException {
    return keys.isPresent() ? new SecuredServerSocket(keys.get()) : new ServerSocket();
  }

  @Override
  public Socket createSocket(String service) {
    return socket();
  }

  @Override
  public ServerSocket createServerSocket(String service) throws IOException {
    return serverSocket();
  }
}
