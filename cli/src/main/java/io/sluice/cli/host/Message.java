package io.sluice.cli.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A message of {@link Talk}: its type, and what it says. */
final class Message {

  static final Message CLOSED = new Message(Talk.CLOSED, new byte[0]);

  private static final int FIRST = 256;

  private final byte type;
  private final byte[] content;

  Message(byte type, byte[] content) {
    this.type = type;
    this.content = content;
  }

  static Message of(byte type) {
    return new Message(type, new byte[0]);
  }

  byte type() {
    return type;
  }

  byte[] content() {
    return content;
  }

  Reader read() {
    return new Reader(ByteBuffer.wrap(content));
  }

  /** Reads what a message says, in the order in which it was written. */
  static final class Reader {
    private final ByteBuffer bytes;

    private Reader(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    private ByteBuffer room(int size) throws IOException {
      if (size < 0 || bytes.remaining() < size) {
        throw new IOException("a message is shorter than it says");
      }
      return bytes;
    }

    int number() throws IOException {
      return room(Integer.BYTES).getInt();
    }

    long longNumber() throws IOException {
      return room(Long.BYTES).getLong();
    }

    boolean flag() throws IOException {
      return room(1).get() != 0;
    }

    byte[] raw(int size) throws IOException {
      var from = room(size);
      byte[] all = new byte[size];
      from.get(all);
      return all;
    }

    byte[] bytes() throws IOException {
      return raw(number());
    }

    String text() throws IOException {
      return new String(bytes(), StandardCharsets.UTF_8);
    }
  }

  static Draft draft(byte type) {
    return new Draft(type);
  }

  /** A message that is being written. */
  static final class Draft {
    private final byte type;
    private ByteBuffer bytes = ByteBuffer.allocate(FIRST);

    private Draft(byte type) {
      this.type = type;
    }

    private ByteBuffer room(int size) {
      if (bytes.remaining() < size) {
        bytes = ByteBuffer.allocate(2 * bytes.capacity() + size).put(bytes.flip());
      }
      return bytes;
    }

    Draft number(int number) {
      room(Integer.BYTES).putInt(number);
      return this;
    }

    Draft longNumber(long number) {
      room(Long.BYTES).putLong(number);
      return this;
    }

    Draft flag(boolean flag) {
      room(1).put((byte) (flag ? 1 : 0));
      return this;
    }

    /** Bytes whose number the reader knows. */
    Draft raw(byte[] all) {
      room(all.length).put(all);
      return this;
    }

    Draft bytes(byte[] all) {
      return number(all.length).raw(all);
    }

    Draft text(String text) {
      return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    Message done() {
      byte[] all = new byte[bytes.position()];
      bytes.flip().get(all);
      return new Message(type, all);
    }
  }
}
