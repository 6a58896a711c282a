package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedSelectorException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections over which one member exchanges frames: one to each peer, and one from each.
 *
 * <p>A frame crosses as few threads as possible: the sending thread writes it ({@link
 * OutgoingConnection}), and the thread that reads it takes the protocol's step. On bare connections
 * that may be the very thread that waits for the frame ({@link SharedSelector}); an encrypted
 * connection has a thread of its own.
 *
 * <p>A connection is made with the first frame and never again: if it ends, a frame may have been
 * lost, and one of the two members must not be in the next view.
 */
final class Connections implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private static final Codec<Hello> HELLO = Codec.of(Hello.class);
  private static final int LONGEST_HELLO = 1 << 13;

  /** How many incoming connections may be open before their peers have sent {@link Hello}. */
  private static final int MOST_STRANGERS = 64;

  private final String cluster;
  private final Member self;
  private final ConnectionFactory factory;
  private final FrameReceiver receiver;
  private final ServerSocket server;
  private final Map<Member, OutgoingConnection> outgoing = new ConcurrentHashMap<>();
  private final Map<Member, IncomingConnection> incoming = new ConcurrentHashMap<>();
  private final SharedSelector selector;

  /** Incoming connections whose peers have not sent {@link Hello}, and since when. */
  private final Map<Socket, Long> strangers = new ConcurrentHashMap<>();

  /** Where each peer accepts connections. */
  private final Map<Member, Supplier<InetSocketAddress>> places = new ConcurrentHashMap<>();

  /** Connections over which peers read data. */
  private final Set<Socket> readers = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;
  private volatile boolean warned;

  /**
   * @param selector reads bare connections; remains open when these are closed
   */
  Connections(
      String cluster,
      Member self,
      InetAddress address,
      ConnectionFactory factory,
      SharedSelector selector,
      FrameReceiver receiver)
      throws IOException {
    this.cluster = cluster;
    this.self = self;
    this.factory = factory;
    this.selector = selector;
    this.receiver = receiver;
    this.server = factory.listen(address);
    var loop = new AcceptLoop<>(server::accept, () -> closed);
    Thread.ofPlatform().daemon().name("sluice-accept").start(() -> loop.run(this::accept));
  }

  /** The port at which this member accepts connections for frames. */
  int port() {
    return server.getLocalPort();
  }

  /**
   * Sends a frame; never waits.
   *
   * @param census whether the frame belongs to a census, which may be longer than a queue should be
   */
  void send(Member to, byte[] frame, boolean census) {
    OutgoingConnection known = outgoing.get(to);
    var connection = known != null ? known : create(to);
    connection.send(framed(frame), census);
  }

  private OutgoingConnection create(Member to) {
    var connection =
        outgoing.computeIfAbsent(to, _ -> new OutgoingConnection(() -> receiver.ended(to)));
    if (closed) {
      connection.close();
    }
    return connection;
  }

  private static ByteBuffer framed(byte[] frame) {
    return ByteBuffer.allocate(Integer.BYTES + frame.length).putInt(frame.length).put(frame).flip();
  }

  /** A peer has said at which port it accepts connections; its host may have to be looked up. */
  void heard(Member peer, Function<Member, InetAddress> hosts, int port) {
    places.put(peer, () -> new InetSocketAddress(hosts.apply(peer), port));
    create(peer)
        .at(
            () -> {
              var connection = factory.connect(new InetSocketAddress(hosts.apply(peer), port));
              try {
                connection.write(
                    framed(HELLO.encode(new Hello(cluster, self, peer, Optional.empty()))));
                return connection;
              } catch (IOException e) {
                connection.close();
                throw e;
              }
            });
  }

  /**
   * Opens a connection to read the data that a lock protects. It is none of those for frames, so it
   * may break without the peer being distrusted.
   */
  ByteChannel read(Member from, String resource) throws IOException {
    var place = places.get(from);
    if (place == null) {
      throw new IOException(from + " has not said where it listens");
    }
    var channel = factory.channel(place.get());
    try {
      var hello = framed(HELLO.encode(new Hello(cluster, self, from, Optional.of(resource))));
      while (hello.hasRemaining()) {
        channel.write(hello);
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Closes the connections with all other peers. */
  void retain(Set<Member> peers) {
    places.keySet().retainAll(peers);
    outgoing.forEach(
        (peer, connection) -> {
          if (!peers.contains(peer) && outgoing.remove(peer, connection)) {
            connection.close();
          }
        });
    incoming.forEach(
        (peer, from) -> {
          if (!peers.contains(peer)) {
            from.end();
          }
        });
  }

  /** Closes connections accepted before that time whose peers have not sent {@link Hello}. */
  void dismissStrangers(long before) {
    strangers.forEach(
        (socket, since) -> {
          if (since - before < 0) {
            close(socket);
          }
        });
  }

  /** Gives up the peers for which frames have waited since before that time. */
  void giveUpStalled(long before) {
    outgoing.values().forEach(each -> each.giveUpIfStalled(before));
  }

  private void accept(Socket socket) {
    if (strangers.size() >= MOST_STRANGERS) {
      close(socket);
      return;
    }
    strangers.put(socket, System.nanoTime());
    if (closed) {
      close(socket);
    }
    Thread.ofPlatform().daemon().name("sluice-receiver").start(() -> welcome(socket));
  }

  /** Reads {@link Hello}, and from then on frames. */
  private void welcome(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      // Not a byte more than the greeting: another thread may read the rest.
      var hello = greeted(new DataInputStream(socket.getInputStream()));
      var peer = hello.from();
      if (hello.data().isPresent()) {
        serve(socket, peer, hello.data().get());
        return;
      }
      var from = new IncomingConnection(socket, peer, receiver, this::ended);
      if (incoming.putIfAbsent(peer, from) != null) {
        throw new BadFrame(peer + " is connected already");
      }
      strangers.remove(socket);
      if (closed) {
        from.end();
      } else {
        listen(socket, from);
      }
    } catch (IOException e) {
      LOG.debug("a connection to {} has ended", self, e);
      dismiss(socket);
    } catch (BadFrame e) {
      warn(e);
      dismiss(socket);
    }
  }

  private void serve(Socket socket, Member reader, String resource) throws IOException {
    strangers.remove(socket);
    readers.add(socket);
    try {
      if (!closed) {
        receiver.reading(reader, resource, ConnectionFactory.channelOf(socket));
      }
    } finally {
      readers.remove(socket);
      close(socket);
    }
  }

  private void listen(Socket socket, IncomingConnection from) {
    if (socket.getChannel() == null) {
      from.readAll();
      return;
    }
    try {
      selector.add(socket.getChannel(), from);
    } catch (IOException | ClosedSelectorException e) {
      LOG.debug("a connection to {} has ended", self, e);
      from.end();
    }
  }

  private void dismiss(Socket socket) {
    strangers.remove(socket);
    close(socket);
  }

  private void ended(IncomingConnection connection, Optional<BadFrame> why) {
    why.ifPresent(this::warn);
    incoming.remove(connection.peer(), connection);
    receiver.ended(connection.peer());
  }

  /** Once, so that no peer can fill the log. */
  private void warn(BadFrame why) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "{} has received what is no frame, and closed the connection: {}",
          self,
          why.getMessage());
    }
  }

  private Hello greeted(DataInputStream in) throws IOException {
    var hello = HELLO.decode(IncomingConnection.frame(in, LONGEST_HELLO));
    if (!hello.cluster().equals(cluster) || !hello.to().equals(self)) {
      throw new BadFrame("it is for " + hello.to() + " of '" + hello.cluster() + "'");
    }
    return hello;
  }

  @Override
  public void close() {
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
    outgoing.values().forEach(OutgoingConnection::close);
    incoming.values().forEach(IncomingConnection::end);
    strangers.keySet().forEach(Connections::close);
    readers.forEach(Connections::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
  }
}
