package io.sluice.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * The only place where sockets for frames are made: bare ones, or such that both sides have shown a
 * certificate and nobody else can read along.
 *
 * @param security the keys to show and those to believe; none for bare sockets
 */
record Sockets(Optional<SSLContext> security) {

  private static final Duration TO_CONNECT = Duration.ofSeconds(2);
  private static final long LOOK_AGAIN = Duration.ofMillis(1).toNanos();
  private static final int BACKLOG = 64;

  /** The sending end of a connection. Not for several threads at once. */
  interface Line extends Closeable {

    /** Takes as much as can be taken without waiting, which may be nothing. */
    void offer(ByteBuffer bytes) throws IOException;

    /** Takes all, however long it takes. */
    void write(ByteBuffer bytes) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Listens at a port of the system's choice. */
  ServerSocket listen(InetAddress address) throws IOException {
    if (security.isEmpty()) {
      return new ServerSocket(0, BACKLOG, address);
    }
    var factory = security.get().getServerSocketFactory();
    var socket = (SSLServerSocket) factory.createServerSocket(0, BACKLOG, address);
    socket.setNeedClientAuth(true);
    return socket;
  }

  Line connect(InetSocketAddress address) throws IOException {
    return security.isPresent() ? secure(address, security.get()) : bare(address);
  }

  private static Line secure(InetSocketAddress address, SSLContext keys) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(address, (int) TO_CONNECT.toMillis());
      socket.setTcpNoDelay(true);
      var host = address.getAddress().getHostAddress();
      var factory = keys.getSocketFactory();
      var wrapped = (SSLSocket) factory.createSocket(socket, host, address.getPort(), false);
      wrapped.startHandshake();
      return new Secure(socket, wrapped.getOutputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static Line bare(InetSocketAddress address) throws IOException {
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

  /** Written to by whoever has something to send, as long as the system takes it at once. */
  private record Bare(SocketChannel channel) implements Line {
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
   * Nobody can know whether it would have to wait.
   *
   * @param socket what is beneath the encryption: it can be closed also while somebody writes
   */
  private record Secure(Socket socket, OutputStream out) implements Line {
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
