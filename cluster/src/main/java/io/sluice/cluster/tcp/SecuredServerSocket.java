package io.sluice.cluster.tcp;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * A server socket whose {@link #accept} returns only connections whose peers have proved that they
 * have a key. Each connection does so on a thread of its own, so a slow peer delays no other, and
 * strangers never reach the caller.
 */
final class SecuredServerSocket extends ServerSocket {

  /** How many peers may be proving that they have a key at the same time. */
  private static final int MOST_STRANGERS = 256;

  private final Keys keys;
  private final Consumer<Socket> accepted;
  private final LinkedBlockingQueue<Optional<Socket>> proven = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MOST_STRANGERS);

  /**
   * @param accepted is told of each socket before it is returned by {@link #accept}
   */
  SecuredServerSocket(Keys keys, Consumer<Socket> accepted) throws IOException {
    this.keys = keys;
    this.accepted = accepted;
  }

  @Override
  public void bind(SocketAddress address, int backlog) throws IOException {
    super.bind(address, backlog);
    var loop = new AcceptLoop<>(this::acceptUnproven, this::isClosed);
    Thread.ofVirtual().name("sluice-accept").start(() -> loop.run(this::proveLater));
  }

  @Override
  public Socket accept() throws IOException {
    try {
      var next = proven.take();
      if (next.isEmpty()) {
        proven.add(next);
        throw new SocketException("Socket closed");
      }
      accepted.accept(next.get());
      return next.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SocketException("interrupted", e);
    }
  }

  /** The next connection, whose peer has not proved yet that it has a key. */
  private SecuredSocket acceptUnproven() throws IOException {
    var socket = new SecuredSocket(keys);
    room.acquireUninterruptibly();
    try {
      implAccept(socket);
      return socket;
    } catch (IOException e) {
      room.release();
      throw e;
    }
  }

  private void proveLater(SecuredSocket socket) {
    Thread.startVirtualThread(() -> prove(socket));
  }

  private void prove(SecuredSocket socket) {
    var peer = socket.getRemoteSocketAddress();
    try {
      socket.welcome();
      proven.add(Optional.of(socket));
      if (isClosed()) {
        Sockets.close(socket);
      }
    } catch (IOException e) {
      Refusals.log(peer, e);
      Sockets.close(socket);
    } finally {
      room.release();
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    // Ends the present call of accept, and each later one.
    proven.forEach(each -> each.ifPresent(Sockets::close));
    proven.add(Optional.empty());
  }
}
