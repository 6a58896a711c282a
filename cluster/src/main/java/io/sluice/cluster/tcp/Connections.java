package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections over which one member sends frames: one to each peer, and one from each.
 *
 * <p>What somebody waits for should cross as few threads as possible: a frame is written by the
 * thread that has it to send ({@link OutgoingConnection}), and taken by the one that reads it. On
 * bare connections that may be the very thread that waits ({@link SharedSelector}); an encrypted
 * one has a thread of its own.
 *
 * <p>A connection is made with the first frame and never anew: if it ends, something may have been
 * lost, and one of the two must not be in the next view.
 */
final class Connections implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private static final Codec<Hello> HELLO = Codec.of(Hello.class);
  private static final int LONGEST_HELLO = 1 << 13;

  /** How many connections may be open on which nobody has said who it is. */
  private static final int MOST_STRANGERS = 64;

  /** Hears what comes. */
  interface Ear {

    /** A frame, on the thread that has read it; it is gone after the call. */
    void received(Member from, ByteBuffer bytes);

    /** Frames from or to that peer may have been lost. */
    void ended(Member peer);
  }

  private final String cluster;
  private final Member self;
  private final ConnectionFactory lines;
  private final Ear ear;
  private final ServerSocket server;
  private final Map<Member, OutgoingConnection> outgoing = new ConcurrentHashMap<>();
  private final Map<Member, IncomingConnection> incoming = new ConcurrentHashMap<>();
  private final SharedSelector switchboard;

  /** Connections on which nobody has said who it is, and since when. */
  private final Map<Socket, Long> strangers = new ConcurrentHashMap<>();

  private volatile boolean closed;
  private volatile boolean complained;

  Connections(String cluster, Member self, InetAddress address, ConnectionFactory lines, Ear ear)
      throws IOException {
    this.cluster = cluster;
    this.self = self;
    this.lines = lines;
    this.ear = ear;
    this.switchboard = new SharedSelector();
    try {
      this.server = lines.listen(address);
    } catch (IOException e) {
      switchboard.close();
      throw e;
    }
    var loop = new AcceptLoop<>(server::accept, () -> closed);
    Thread.ofPlatform().daemon().name("sluice-accept").start(() -> loop.run(this::accept));
  }

  /** Where frames are taken. */
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
    var line = known != null ? known : create(to);
    line.send(framed(frame), census);
  }

  private OutgoingConnection create(Member to) {
    var line = outgoing.computeIfAbsent(to, _ -> new OutgoingConnection(() -> ear.ended(to)));
    if (closed) {
      line.close();
    }
    return line;
  }

  private static ByteBuffer framed(byte[] frame) {
    return ByteBuffer.allocate(Integer.BYTES + frame.length).putInt(frame.length).put(frame).flip();
  }

  /** A peer has said where it takes frames; the host may have to be asked for. */
  void heard(Member peer, Function<Member, InetAddress> hosts, int port) {
    create(peer)
        .at(
            () -> {
              var line = lines.connect(new InetSocketAddress(hosts.apply(peer), port));
              try {
                line.write(framed(HELLO.encode(new Hello(cluster, self, peer))));
                return line;
              } catch (IOException e) {
                line.close();
                throw e;
              }
            });
  }

  /** Only these are of any concern. */
  void retain(Set<Member> peers) {
    outgoing.forEach(
        (peer, line) -> {
          if (!peers.contains(peer) && outgoing.remove(peer, line)) {
            line.close();
          }
        });
    incoming.forEach(
        (peer, from) -> {
          if (!peers.contains(peer)) {
            from.end();
          }
        });
  }

  /** As in {@link Transport#idle}. */
  void idle(BooleanSupplier over, long nanos) {
    switchboard.attend(over, nanos);
  }

  /** As in {@link Transport#rouse}. */
  void rouse(Thread thread) {
    switchboard.rouse(thread);
  }

  /** Puts those out who have not said by then who they are. */
  void dismissStrangers(long before) {
    strangers.forEach(
        (socket, since) -> {
          if (since - before < 0) {
            close(socket);
          }
        });
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

  /** Hears who it is, and from then on what it sends. */
  private void welcome(Socket socket) {
    try {
      socket.setTcpNoDelay(true);
      // Not a byte more than the greeting: the rest may be read by somebody else.
      var peer = greeted(new DataInputStream(socket.getInputStream()));
      var from = new IncomingConnection(socket, new Peer(peer));
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
      complain(e);
      dismiss(socket);
    }
  }

  private void listen(Socket socket, IncomingConnection from) {
    if (socket.getChannel() == null) {
      from.readAll();
      return;
    }
    try {
      switchboard.add(socket.getChannel(), from);
    } catch (IOException | ClosedSelectorException e) {
      LOG.debug("a connection to {} has ended", self, e);
      from.end();
    }
  }

  private void dismiss(Socket socket) {
    strangers.remove(socket);
    close(socket);
  }

  /** One from whom frames come. */
  private final class Peer implements IncomingConnection.Ear {
    private final Member member;

    Peer(Member member) {
      this.member = member;
    }

    @Override
    public void received(ByteBuffer frame) {
      ear.received(member, frame);
    }

    @Override
    public void unintelligible(BadFrame why) {
      complain(why);
    }

    @Override
    public void ended() {
      incoming.remove(member);
      ear.ended(member);
    }
  }

  /** Once: whoever wants to fill our logs shall not. */
  private void complain(BadFrame why) {
    if (!complained) {
      complained = true;
      LOG.warn("{} is sent what is no frame of ours, and hangs up: {}", self, why.getMessage());
    }
  }

  private Member greeted(DataInputStream in) throws IOException {
    var hello = HELLO.decode(IncomingConnection.frame(in, LONGEST_HELLO));
    if (!hello.cluster().equals(cluster) || !hello.to().equals(self)) {
      throw new BadFrame("it is for " + hello.to() + " of '" + hello.cluster() + "'");
    }
    return hello.from();
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
    switchboard.close();
    strangers.keySet().forEach(Connections::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
  }
}
