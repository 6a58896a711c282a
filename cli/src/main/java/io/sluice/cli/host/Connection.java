package io.sluice.cli.host;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * One side of the connection between a node and a command. One thread reads, so that a command
 * needs no second one; several may send. What the peer sends takes no more memory than the longest
 * message that is expected of it.
 */
final class Connection implements Closeable {

  private static final int HEAD = Integer.BYTES + 1;
  private static final int FIRST = 512;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private byte[] buffer = new byte[FIRST];
  private int filled;
  private int longest;
  private boolean ended;

  /**
   * @param longest the length of the longest message that the peer may send
   */
  Connection(Socket socket, int longest) throws IOException {
    this.socket = socket;
    this.longest = longest;
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** The peer may send messages up to that length from now on. */
  void expect(int length) {
    longest = length;
  }

  /**
   * The next message: {@link Message#CLOSED} after the last one, or after one that is longer than
   * it may be; null if none comes in time.
   */
  @SuppressWarnings("NullAway") // as a queue's poll
  Message next(long nanos) {
    long end = System.nanoTime() + nanos;
    var message = complete();
    while (message == null && !ended) {
      long left = end - System.nanoTime();
      fill((int) Math.max(1, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(left))));
      message = complete();
      // Also if a part has come: a peer that sends byte by byte gets no more time.
      if (message == null && !ended && end - System.nanoTime() <= 0) {
        return null;
      }
    }
    return message == null ? Message.CLOSED : message;
  }

  /** Waits for bytes, and reads what has come. */
  private void fill(int millis) {
    try {
      socket.setSoTimeout(millis);
      if (filled == buffer.length) {
        buffer = Arrays.copyOf(buffer, 2 * filled);
      }
      int more = in.read(buffer, filled, buffer.length - filled);
      if (more < 0) {
        ended = true;
      } else {
        filled += more;
      }
    } catch (SocketTimeoutException e) {
      // The caller looks at the time.
    } catch (IOException e) {
      ended = true;
    }
  }

  /** Takes the first message out of the buffer; null if it is not complete. */
  @SuppressWarnings("NullAway")
  private Message complete() {
    if (filled < HEAD) {
      return null;
    }
    int length = ByteBuffer.wrap(buffer).getInt();
    if (length < 0 || length > longest) {
      ended = true;
      return Message.CLOSED;
    }
    int size = HEAD + length;
    if (filled < size) {
      return null;
    }
    var message = new Message(buffer[Integer.BYTES], Arrays.copyOfRange(buffer, HEAD, size));
    System.arraycopy(buffer, size, buffer, 0, filled - size);
    filled -= size;
    return message;
  }

  void send(Message message) throws IOException {
    byte[] content = message.content();
    var bytes = ByteBuffer.allocate(HEAD + content.length);
    bytes.putInt(content.length).put(message.type()).put(content);
    synchronized (this) {
      out.write(bytes.array());
    }
  }

  /**
   * Waits until the peer has closed its side, since what it has not yet read of this side's last
   * message is lost if this side closes with something of the peer's unread.
   */
  void awaitEnd(long nanos) {
    long end = System.nanoTime() + nanos;
    while (!ended && end - System.nanoTime() > 0) {
      var _ = next(end - System.nanoTime());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
