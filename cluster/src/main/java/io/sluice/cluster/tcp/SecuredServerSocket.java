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
 * Listens, and hands out only connections of those who have proved that they have a key. Each one
 * proves it on a thread of its own: who dawdles keeps nobody else waiting, and strangers, however
 * many, never get as far as those who call {@link #accept}.
 */
final class SecuredServerSocket extends ServerSocket {

  /** How many may be about to prove themselves at the same time. */
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
    // Those who wait in accept, and those who will.
    proven.forEach(each -> each.ifPresent(SecuredServerSocket::close));
    proven.add(Optional.empty());
  }
}
