package io.sluice.streams.kafka;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Accepts connections at one address and carries their bytes to and from another one. Two of them,
 * with a socket of the file system in between, lead out of a network namespace.
 */
final class Relay implements AutoCloseable {

  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocketChannel server;
  private final SocketAddress to;

  Relay(SocketAddress from, SocketAddress to) throws IOException {
    this.to = to;
    this.server =
        from instanceof UnixDomainSocketAddress
            ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            : ServerSocketChannel.open();
    server.bind(from);
    Thread.ofPlatform().daemon().name("relay").start(this::accept);
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        connect(server.accept());
      } catch (IOException e) {
        // The other end refuses: the client will try again. Or this is closed.
      }
    }
  }

  private void connect(SocketChannel client) throws IOException {
    SocketChannel target;
    try {
      target = SocketChannel.open(to);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    Thread.ofPlatform().daemon().start(() -> carry(client, target));
    Thread.ofPlatform().daemon().start(() -> carry(target, client));
  }

  private static void carry(SocketChannel from, SocketChannel to) {
    var buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (from;
        to) {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
    } catch (IOException e) {
      // The connection has ended.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
