package io.sluice.cluster.tcp;

import io.sluice.cluster.Faults;
import io.sluice.cluster.wire.BadFrame;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What comes from one peer, frame by frame, each with its length in four bytes before it. Read
 * either by a thread of its own, or by whoever knows that there is something to read.
 */
final class IncomingConnection implements SharedSelector.Line {

  private static final Logger LOG = LoggerFactory.getLogger(IncomingConnection.class);

  /** Head and message of a frame are bounded by the codec; both together are not longer. */
  private static final int LONGEST_FRAME = 1 << 21;

  private static final int BUFFER = 8192;

  /** Hears what comes. */
  interface Ear {

    /** A frame, which is gone after the call. */
    void received(ByteBuffer frame);

    /** Something that is no frame; the end follows. */
    void unintelligible(BadFrame why);

    /** Told once. */
    void ended();
  }

  private final Socket socket;
  private final Ear ear;
  private final AtomicBoolean ended = new AtomicBoolean();
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  IncomingConnection(Socket socket, Ear ear) {
    this.socket = socket;
    this.ear = ear;
  }

  /** Reads until the end, however long that takes. */
  void readAll() {
    try {
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
      while (true) {
        ear.received(frame(in, LONGEST_FRAME));
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

  /** Takes what has come, without waiting for more. */
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
      ear.received(bytes.slice(begin, length));
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
      case BadFrame bad -> ear.unintelligible(bad);
      case RuntimeException fault -> Faults.report(fault);
      default -> LOG.debug("a connection has ended", why);
    }
    end();
  }

  /** Hangs up. */
  void end() {
    if (ended.compareAndSet(false, true)) {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.trace("closing", e);
      }
      ear.ended();
    }
  }
}
