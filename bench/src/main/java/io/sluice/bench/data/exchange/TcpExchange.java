package io.sluice.bench.data.exchange;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The bytes and nothing else, over one plain connection, from memory to memory. The first process
 * has the first turn of a round and the last.
 */
final class TcpExchange implements Exchange {

  /** Accepts or has the connection. */
  @FunctionalInterface
  private interface Connecting {
    SocketChannel connected() throws IOException;
  }

  private final Connecting connecting;
  private final ByteBuffer bytes;
  private final boolean begins;

  @SuppressWarnings("NullAway") // null until it is first used
  private SocketChannel channel;

  TcpExchange(int port, int self, long size) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    begins = self == 0;
    bytes = ByteBuffer.allocateDirect(Math.toIntExact(size));
    if (begins) {
      var server = ServerSocketChannel.open();
      server.bind(address);
      connecting = server::accept;
    } else {
      var opened = SocketChannel.open(address);
      connecting = () -> opened;
    }
  }

  private SocketChannel channel() throws IOException {
    if (channel == null) {
      channel = connecting.connected();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
    return channel;
  }

  @Override
  public MemorySegment enter(boolean first) throws IOException {
    if (!(begins && first)) {
      bytes.clear();
      while (bytes.hasRemaining()) {
        if (channel().read(bytes) < 0) {
          throw new EOFException();
        }
      }
    }
    return MemorySegment.ofBuffer(bytes.clear());
  }

  @Override
  public void leave(Changes changes, boolean last) throws IOException {
    if (!(begins && last)) {
      bytes.clear();
      while (bytes.hasRemaining()) {
        channel().write(bytes);
      }
    }
  }
}
