package io.sluice.cluster.tcp;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Connections for frames, made of the cluster's sockets.
 *
 * @param keys what both sides must show; empty for bare connections
 */
record ConnectionFactory(Optional<Keys> keys) {

  private static final Duration TO_CONNECT = Duration.ofSeconds(2);
  private static final long LOOK_AGAIN = Duration.ofMillis(1).toNanos();
  private static final int BACKLOG = 64;

  /** The sending end of a connection. Not thread-safe. */
  interface Output extends Closeable {

    /** Takes as much as the system accepts without waiting, which may be nothing. */
    void offer(ByteBuffer bytes) throws IOException;

    /** Takes all bytes, and waits until the system has accepted them. */
    void write(ByteBuffer bytes) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Listens at a port of the system's choice; bare connections have channels. */
  ServerSocket listen(InetAddress address) throws IOException {
    var server =
        keys.isPresent() ? new Sockets(keys).serverSocket() : ServerSocketChannel.open().socket();
    try {
      server.bind(new InetSocketAddress(address, 0), BACKLOG);
      return server;
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  Output connect(InetSocketAddress address) throws IOException {
    return keys.isPresent() ? secure(address) : bare(address);
  }

  /** A connection for bytes in both directions, on which reading and writing wait. */
  ByteChannel channel(InetSocketAddress address) throws IOException {
    if (keys.isPresent()) {
      var socket = new Sockets(keys).socket();
      try {
        socket.connect(address, (int) TO_CONNECT.toMillis());
        return channelOf(socket);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }
    var channel = SocketChannel.open();
    try {
      channel.socket().connect(address, (int) TO_CONNECT.toMillis());
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The channel of a socket, also of an encrypted one. */
  static ByteChannel channelOf(Socket socket) throws IOException {
    return socket.getChannel() != null ? socket.getChannel() : new Streams(socket);
  }

  /** The streams of a socket as a channel. */
  private record Streams(Socket socket, ReadableByteChannel in, WritableByteChannel out)
      implements ByteChannel {

    Streams(Socket socket) throws IOException {
      this(
          socket,
          Channels.newChannel(socket.getInputStream()),
          Channels.newChannel(socket.getOutputStream()));
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      return in.read(bytes);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      return out.write(bytes);
    }

    @Override
    public boolean isOpen() {
      return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private Output secure(InetSocketAddress address) throws IOException {
    var socket = new Sockets(keys).socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(address, (int) TO_CONNECT.toMillis());
      return new Secure(socket, socket.getOutputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Output bare(InetSocketAddress address) throws IOException {
    var channel = SocketChannel.open();
    try {
      channel.socket().connect(address, (int) TO_CONNECT.toMillis());
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      return new Bare(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** The sending thread writes as long as the system accepts the bytes at once. */
  private record Bare(SocketChannel channel) implements Output {
    @Override
    public void offer(ByteBuffer bytes) throws IOException {
      channel.write(bytes);
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        if (channel.write(bytes) == 0) {
          LockSupport.parkNanos(LOOK_AGAIN);
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /**
   * An encrypted connection does not tell whether a write would wait, so {@link #offer} takes
   * nothing.
   *
   * @param socket closed without waiting for a thread that writes
   */
  private record Secure(Socket socket, OutputStream out) implements Output {
    @Override
    public void offer(ByteBuffer bytes) {}

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
      bytes.position(bytes.limit());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
