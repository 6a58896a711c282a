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
    Thread.ofVirtual().name("sluice-door").start(this::listen);
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

  private void listen() {
    while (!isClosed()) {
      var socket = new SecuredSocket(keys);
      try {
        room.acquire();
        implAccept(socket);
        Thread.startVirtualThread(() -> prove(socket));
      } catch (IOException e) {
        room.release();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
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
