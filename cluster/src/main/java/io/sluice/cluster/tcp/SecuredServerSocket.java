package io.sluice.cluster.tcp;

import io.sluice.cluster.Faults;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A server socket whose {@link #accept} returns only connections whose peers have proved that they
 * have a key. Each connection does so on a thread of its own, so a slow peer delays no other, and
 * strangers never reach the caller.
 */
final class SecuredServerSocket extends ServerSocket {

  /** How many peers may be proving that they have a key at the same time. */
  private static final int MOST_STRANGERS = 256;

  private final Keys keys;
  private final LinkedBlockingQueue<Optional<Socket>> proven = new LinkedBlockingQueue<>();
  private final Semaphore room = new Semaphore(MOST_STRANGERS);

  SecuredServerSocket(Keys keys) throws IOException {
    this.keys = keys;
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
        close(socket);
      }
    } catch (IOException e) {
      Refusals.log(peer, e);
      close(socket);
    } finally {
      room.release();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      Faults.report(e);
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    // Ends the present call of accept, and each later one.
    proven.forEach(each -> each.ifPresent(SecuredServerSocket::close));
    proven.add(Optional.empty());
  }
}
