package io.sluice.cluster.tcp;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Member;
import io.sluice.cluster.wire.BadFrame;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection from one peer, on which each frame is preceded by its length in four bytes. Read
 * either by a thread of its own ({@link #readAll}), or by a selector's thread ({@link #read}).
 */
final class IncomingConnection implements SharedSelector.Connection {

  private static final Logger LOG = LoggerFactory.getLogger(IncomingConnection.class);

  /** Head and message of a frame are bounded by the codec; both together are not longer. */
  private static final int LONGEST_FRAME = 1 << 21;

  private static final int BUFFER = 8192;

  private final Socket socket;
  private final Member peer;
  private final FrameReceiver receiver;
  private final BiConsumer<IncomingConnection, Optional<BadFrame>> ended;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  /**
   * @param receiver takes the frames
   * @param ended called once, when the connection has ended, with the reason if the peer sent what
   *     is no frame
   */
  IncomingConnection(
      Socket socket,
      Member peer,
      FrameReceiver receiver,
      BiConsumer<IncomingConnection, Optional<BadFrame>> ended) {
    this.socket = socket;
    this.peer = peer;
    this.receiver = receiver;
    this.ended = ended;
  }

  Member peer() {
    return peer;
  }

  /** Reads until the end, however long that takes. */
  void readAll() {
    try {
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
      while (true) {
        receiver.received(peer, frame(in, LONGEST_FRAME));
      }
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  /** The next frame. */
  static ByteBuffer frame(DataInputStream in, int longest) throws IOException {
    byte[] frame = new byte[checked(in.readInt(), longest)];
    in.readFully(frame);
    return ByteBuffer.wrap(frame);
  }

  /** Takes what has arrived, without waiting for more. */
  @Override
  public void read() {
    try {
      if (bytes.capacity() == 0) {
        bytes = ByteBuffer.allocate(BUFFER);
      }
      SocketChannel channel = socket.getChannel();
      if (channel.read(bytes) < 0) {
        throw new EOFException();
      }
      bytes.flip();
      int next = takeFrames();
      if (next > bytes.capacity() || (bytes.capacity() > BUFFER && !bytes.hasRemaining())) {
        bytes = ByteBuffer.allocate(Math.max(next, BUFFER)).put(bytes);
      } else {
        bytes.compact();
      }
    } catch (IOException | RuntimeException e) {
      fail(e);
    }
  }

  /** How long the next frame is, with its length; 0 if not even that is known. */
  private int takeFrames() {
    while (bytes.remaining() >= Integer.BYTES) {
      int length = checked(bytes.getInt(bytes.position()), LONGEST_FRAME);
      if (bytes.remaining() < Integer.BYTES + length) {
        return Integer.BYTES + length;
      }
      int begin = bytes.position() + Integer.BYTES;
      bytes.position(begin + length);
      receiver.received(peer, bytes.slice(begin, length));
    }
    return 0;
  }

  private static int checked(int length, int longest) {
    if (length < 1 || length > longest) {
      throw new BadFrame("a frame of " + length + " bytes");
    }
    return length;
  }

  private void fail(Exception why) {
    switch (why) {
      case BadFrame bad -> {
        end(Optional.of(bad));
        return;
      }
      case RuntimeException fault -> Faults.report(fault);
      default -> LOG.debug("a connection has ended", why);
    }
    end();
  }

  /** Closes the connection. */
  void end() {
    end(Optional.empty());
  }

  private void end(Optional<BadFrame> why) {
    if (open.compareAndSet(true, false)) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.trace("closing", e);
      }
      ended.accept(this, why);
    }
  }
}
