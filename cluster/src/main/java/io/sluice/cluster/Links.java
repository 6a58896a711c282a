package io.sluice.cluster;

import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections over which one member sends frames: one to each peer, and one from each.
 *
 * <p>What somebody waits for should cross as few threads as possible: a frame is written by the
 * thread that has it to send ({@link Outgoing}), and taken by the one that reads it from the
 * socket, of which there is one for each peer. Each frame has its length in four bytes before it.
 *
 * <p>A connection is made with the first frame and never anew: if it ends, something may have been
 * lost, and one of the two must not be in the next view.
 */
final class Links implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Links.class);

  private static final Codec<Hello> HELLO = Codec.of(Hello.class);
  private static final int LONGEST_HELLO = 1 << 13;

  /** How many connections may be open on which nobody has said who it is. */
  private static final int MOST_STRANGERS = 64;

  /** Head and message of a frame are bounded by the codec; both together are not longer. */
  private static final int LONGEST_FRAME = 1 << 21;

  private static final int BUFFER = 8192;

  /** Hears what comes. */
  interface Ear {

    /** A frame, on the thread that has read it. */
    void received(Member from, ByteBuffer bytes);

    /** Frames from or to that peer may have been lost. */
    void ended(Member peer);
  }

  private final String cluster;
  private final Member self;
  private final Lines lines;
  private final Ear ear;
  private final ServerSocket server;
  private final Map<Member, Outgoing> outgoing = new ConcurrentHashMap<>();
  private final Map<Member, Socket> incoming = new ConcurrentHashMap<>();

  /** Connections on which nobody has said who it is, and since when. */
  private final Map<Socket, Long> strangers = new ConcurrentHashMap<>();

  private volatile boolean closed;
  private volatile boolean complained;

  Links(String cluster, Member self, InetAddress address, Lines lines, Ear ear) throws IOException {
    this.cluster = cluster;
    this.self = self;
    this.lines = lines;
    this.ear = ear;
    this.server = lines.listen(address);
    Thread.ofPlatform().daemon().name("sluice-door").start(this::accept);
  }

  /** Where frames are taken. */
  int port() {
    return server.getLocalPort();
  }

  /** Sends a frame; never waits. */
  void send(Member to, byte[] frame) {
    Outgoing known = outgoing.get(to);
    var line = known != null ? known : create(to);
    line.send(framed(frame));
  }

  private Outgoing create(Member to) {
    var line = outgoing.computeIfAbsent(to, _ -> new Outgoing(() -> ear.ended(to)));
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
              line.write(framed(HELLO.encode(new Hello(cluster, self, peer))));
              return line;
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
        (peer, socket) -> {
          if (!peers.contains(peer)) {
            close(socket);
          }
        });
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

  private void accept() {
    while (!closed) {
      try {
        var socket = server.accept();
        if (strangers.size() >= MOST_STRANGERS) {
          close(socket);
          continue;
        }
        strangers.put(socket, System.nanoTime());
        Thread.ofPlatform().daemon().name("sluice-ear").start(() -> serve(socket));
      } catch (IOException e) {
        LOG.debug("{} was not connected to", self, e);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
      var peer = greeted(in);
      if (closed || incoming.putIfAbsent(peer, socket) != null) {
        throw new BadFrame(peer + " is connected already");
      }
      strangers.remove(socket);
      try {
        listen(peer, in);
      } finally {
        incoming.remove(peer, socket);
        ear.ended(peer);
      }
    } catch (IOException e) {
      LOG.debug("a connection to {} has ended", self, e);
    } catch (BadFrame e) {
      complain(e);
    } finally {
      strangers.remove(socket);
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
    var hello = HELLO.decode(frame(in, LONGEST_HELLO));
    if (!hello.cluster().equals(cluster) || !hello.to().equals(self)) {
      throw new BadFrame("it is for " + hello.to() + " of '" + hello.cluster() + "'");
    }
    return hello.from();
  }

  private void listen(Member peer, DataInputStream in) throws IOException {
    while (true) {
      ear.received(peer, frame(in, LONGEST_FRAME));
    }
  }

  private static ByteBuffer frame(DataInputStream in, int longest) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > longest) {
      throw new BadFrame("a frame of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public void close() {
    closed = true;
    try {
      server.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
    outgoing.values().forEach(Outgoing::close);
    incoming.values().forEach(Links::close);
    strangers.keySet().forEach(Links::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
  }
}
