package io.sluice.bench.locks.measure;

import io.sluice.bench.process.CommandLoop;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * One end of a plain TCP connection, in a process of its own that is not bound to a core: what a
 * message costs without any lock. Its commands:
 *
 * <ul>
 *   <li>{@code listen}: echoes what arrives; answers with the port;
 *   <li>{@code connect PORT}: becomes the other end;
 *   <li>{@code measure NANOSECONDS}: sends and awaits the echo for that long; answers with half of
 *       the round trip, p50 and p99, in nanoseconds.
 * </ul>
 */
final class TcpEnd {

  /** About the size of a lock's message. */
  private static final int BYTES = 64;

  private final ByteBuffer message = ByteBuffer.allocateDirect(BYTES);
  private Optional<SocketChannel> channel = Optional.empty();

  private TcpEnd() {}

  static void main() throws InterruptedException {
    CommandLoop.run(new TcpEnd()::answer);
  }

  private String answer(List<String> words) throws IOException {
    return switch (words.getFirst()) {
      case "listen" -> Integer.toString(listen());
      case "connect" -> {
        var address =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words.get(1)));
        var opened = SocketChannel.open(address);
        opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel = Optional.of(opened);
        yield "connected";
      }
      case "measure" -> measure(Long.parseLong(words.get(1)));
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  private static int listen() throws IOException {
    var server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofPlatform().daemon().name("echo").start(() -> echo(server));
    return server.socket().getLocalPort();
  }

  private static void echo(ServerSocketChannel server) {
    try (server;
        var channel = server.accept()) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      var message = ByteBuffer.allocateDirect(BYTES);
      while (true) {
        receive(channel, message);
        send(channel, message);
      }
    } catch (IOException end) {
      // The other end has closed the connection.
    }
  }

  private String measure(long nanoseconds) throws IOException {
    var peer = channel.orElseThrow();
    var oneWay = new Histogram(3);
    long end = System.nanoTime() + nanoseconds;
    for (long sent = System.nanoTime(); sent < end; ) {
      message.clear();
      send(peer, message);
      receive(peer, message);
      long received = System.nanoTime();
      oneWay.recordValue((received - sent) / 2);
      sent = received;
    }
    return oneWay.getValueAtPercentile(50)
        + CommandLoop.SEPARATOR
        + oneWay.getValueAtPercentile(99);
  }

  private static void send(SocketChannel channel, ByteBuffer message) throws IOException {
    message.rewind();
    while (message.hasRemaining()) {
      channel.write(message);
    }
  }

  private static void receive(SocketChannel channel, ByteBuffer message) throws IOException {
    message.clear();
    while (message.hasRemaining()) {
      if (channel.read(message) < 0) {
        throw new EOFException();
      }
    }
  }
}
