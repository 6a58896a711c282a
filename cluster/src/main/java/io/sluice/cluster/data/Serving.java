package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The end of a connection at which versions are read from. The other end sends requests of one
 * length; each is answered in its turn:
 *
 * <ul>
 *   <li>MARKS: the version that is here, with its marks, and the first blocks that are newer than
 *       the version that the other end has ({@link Blocks#unrequested});
 *   <li>MARKS_OR_MEMBER: the same, or the member from which much data had better be read;
 *   <li>CHUNK: some blocks of a version with their checksum, or word that another version is here.
 * </ul>
 *
 * <p>PUSH is no request: a version follows, in the form of an answer to MARKS.
 */
final class Serving {

  static final byte MARKS = 1;
  static final byte CHUNK = 2;
  static final byte MARKS_OR_MEMBER = 3;
  static final byte PUSH = 4;

  /**
   * Kind, version, and of a chunk the first block and the number of blocks. With MARKS and PUSH the
   * version is the one that the reader has, and the least that it wants, or the one that it gets,
   * follows.
   */
  static final int REQUEST_BYTES = 1 + 2 * Long.BYTES;

  static final byte NOTHING = 0;
  static final byte HERE = 1;
  static final byte ELSEWHERE = 2;

  /**
   * Status, version, declared size, size, number of marks; then come the marks and a checksum of
   * all that. Or ELSEWHERE and the member.
   */
  static final int MARKS_HEAD_BYTES = 1 + 3 * Long.BYTES + Integer.BYTES;

  /** Status, checksum. */
  static final int CHUNK_HEAD_BYTES = 1 + Integer.BYTES;

  private static final ByteBuffer NOTHING_BEFORE = ByteBuffer.allocate(0);

  /** The versions that can be read here. */
  @FunctionalInterface
  interface Versions {
    /** The version that is here, or arrives, if it is that one or newer; retained. */
    Optional<Offered> atLeast(long version);

    /**
     * The other end sends a version.
     *
     * @param there the version that is here, as far as the other end knows
     */
    default void pushed(long version, long there, ByteChannel channel) throws IOException {
      throw new IOException("versions are only read here");
    }
  }

  /**
   * A version that can be read here.
   *
   * @param version retained for this end
   * @param arriving if it is not whole yet
   */
  record Offered(SealedVersion version, Optional<Arriving> arriving) {
    Offered(SealedVersion whole) {
      this(whole, Optional.empty());
    }
  }

  private final ByteChannel channel;
  private final Member reader;
  private final Versions versions;
  private final Readers readers;
  private final CRC32C checksum = new CRC32C();

  /** The version of which the reader is being sent much. */
  private OptionalLong sending = OptionalLong.empty();

  /** How many blocks of that have not been sent yet. */
  private int unsent;

  /**
   * @param reader who is at the other end
   * @param readers all that read here
   */
  Serving(ByteChannel channel, Member reader, Versions versions, Readers readers) {
    this.channel = channel;
    this.reader = reader;
    this.versions = versions;
    this.readers = readers;
  }

  /** Answers until the other end closes the connection. */
  void run() throws IOException {
    var request = ByteBuffer.allocateDirect(REQUEST_BYTES);
    try {
      while (next(request)) {
        byte kind = request.get();
        long version = request.getLong();
        switch (kind) {
          case MARKS, MARKS_OR_MEMBER -> {
            var here = versions.atLeast(request.getLong());
            serve(here, () -> sendMarks(here, version, kind == MARKS_OR_MEMBER));
          }
          case CHUNK -> {
            var here = versions.atLeast(version);
            var same = here.filter(each -> each.version().version() == version);
            int first = request.getInt();
            int count = request.getInt();
            serve(here, () -> sendChunk(NOTHING_BEFORE, same, first, count));
          }
          case PUSH -> versions.pushed(request.getLong(), version, channel);
          default -> throw new IOException("no such request: " + kind);
        }
      }
    } finally {
      sent();
    }
  }

  /** An answer. */
  @FunctionalInterface
  private interface Answer {
    void send() throws IOException;
  }

  private static void serve(Optional<Offered> here, Answer answer) throws IOException {
    try {
      answer.send();
    } finally {
      here.ifPresent(each -> each.version().release());
    }
  }

  private boolean next(ByteBuffer request) throws IOException {
    request.clear();
    if (channel.read(request) < 0) {
      return false;
    }
    fill(channel, request);
    request.flip();
    return true;
  }

  private void sendMarks(Optional<Offered> here, long there, boolean elsewhere) throws IOException {
    sent();
    if (here.isEmpty()) {
      write(channel, ByteBuffer.allocate(MARKS_HEAD_BYTES).put(NOTHING).rewind());
      return;
    }
    var version = here.get().version();
    long[] marks = version.marks();
    if (!Blocks.isLittle(marks, there)) {
      var other = readers.begin(reader, version.version(), elsewhere);
      if (other.isPresent()) {
        var answer = ByteBuffer.allocate(MARKS_HEAD_BYTES).put(ELSEWHERE);
        answer.putLong(other.get().high()).putLong(other.get().low());
        write(channel, answer.rewind());
        return;
      }
      sending = OptionalLong.of(version.version());
      unsent = Blocks.newer(marks, there);
    }
    send(ByteBuffer.allocate(headBytes(marks)), here, there);
  }

  /**
   * Sends a version that the other end has not requested.
   *
   * @param there the version that the other end has
   */
  void push(SealedVersion version, long there) throws IOException {
    var head = ByteBuffer.allocate(REQUEST_BYTES + headBytes(version.marks()));
    head.put(PUSH).putLong(there).putLong(version.version());
    send(head, Optional.of(new Offered(version)), there);
  }

  private static int headBytes(long[] marks) {
    return MARKS_HEAD_BYTES + marksBytes(marks.length);
  }

  /** Marks and the checksum. */
  static int marksBytes(int count) {
    return Long.BYTES * count + Integer.BYTES;
  }

  /** Sends the marks of a version, and its first blocks that are newer than that. */
  private void send(ByteBuffer answer, Optional<Offered> here, long there) throws IOException {
    var version = here.orElseThrow().version();
    long[] marks = version.marks();
    int begin = answer.position();
    answer.put(HERE).putLong(version.version()).putLong(version.declared());
    answer.putLong(version.size()).putInt(marks.length);
    for (long mark : marks) {
      answer.putLong(mark);
    }
    checksum.reset();
    checksum.update(answer.duplicate().flip().position(begin));
    var before = answer.putInt((int) checksum.getValue()).flip();
    for (var run : Blocks.unrequested(marks, there)) {
      sendChunk(before, here, run.first(), run.count());
      before = NOTHING_BEFORE;
    }
    write(channel, before);
  }

  /**
   * @param before is sent before it, with it if the channel can do so: the reader wakes up once
   */
  private void sendChunk(ByteBuffer before, Optional<Offered> here, int first, int count)
      throws IOException {
    if (here.isEmpty()) {
      write(channel, ByteBuffer.allocate(CHUNK_HEAD_BYTES).put(NOTHING).rewind());
      return;
    }
    var version = here.get().version();
    long size = version.size();
    int blocks = Blocks.count(size);
    if (first < 0 || count < 1 || count > Blocks.MOST_IN_CHUNK || first > blocks - count) {
      throw new IOException("no such blocks: " + count + " from " + first + " on");
    }
    if (here.get().arriving().isPresent()) {
      here.get().arriving().get().await(first, count);
    }
    long begin = Blocks.offset(first);
    long length = Blocks.end(first, count, size) - begin;
    var bytes = version.region().bytes().asSlice(begin, length).asByteBuffer();
    checksum.reset();
    checksum.update(bytes.duplicate());
    var head = ByteBuffer.allocate(CHUNK_HEAD_BYTES).put(HERE).putInt((int) checksum.getValue());
    write(channel, before, head.flip(), bytes);
    unsent -= count;
    if (unsent <= 0) {
      sent();
    }
  }

  /** The reader has all that it was to be sent, or does not want it any more. */
  private void sent() {
    sending.ifPresent(readers::end);
    sending = OptionalLong.empty();
  }

  static void write(WritableByteChannel to, ByteBuffer... parts) throws IOException {
    var last = parts[parts.length - 1];
    while (to instanceof GatheringByteChannel together && last.hasRemaining()) {
      together.write(parts);
    }
    for (var part : parts) {
      while (part.hasRemaining()) {
        to.write(part);
      }
    }
  }

  static void fill(ReadableByteChannel from, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (from.read(bytes) < 0) {
        throw new EOFException("the connection ended within a message");
      }
    }
  }
}
