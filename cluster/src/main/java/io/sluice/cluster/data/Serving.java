package io.sluice.cluster.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The end of a connection at which versions are read from. The other end sends requests of one
 * length; each is answered in its turn:
 *
 * <ul>
 *   <li>MARKS: the version that is here, with its marks, and the first blocks that are newer than
 *       the version that the other end has ({@link Blocks#unrequested});
 *   <li>CHUNK: some blocks of a version with their checksum, or word that another version is here.
 * </ul>
 */
final class Serving {

  static final byte MARKS = 1;
  static final byte CHUNK = 2;

  /** Kind, version (with MARKS the one that the reader has), first block, number of blocks. */
  static final int REQUEST_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

  static final byte NOTHING = 0;
  static final byte HERE = 1;

  /** Status, version, declared size, size, number of marks. */
  static final int MARKS_HEAD_BYTES = 1 + 3 * Long.BYTES + Integer.BYTES;

  /** Status, checksum. */
  static final int CHUNK_HEAD_BYTES = 1 + Integer.BYTES;

  private static final ByteBuffer NOTHING_BEFORE = ByteBuffer.allocate(0);

  private final ByteChannel channel;
  private final Supplier<Optional<SealedVersion>> current;
  private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
  private final CRC32C checksum = new CRC32C();

  /**
   * @param current the version that is here, retained for this end
   */
  Serving(ByteChannel channel, Supplier<Optional<SealedVersion>> current) {
    this.channel = channel;
    this.current = current;
  }

  /** Answers until the other end closes the connection. */
  void run() throws IOException {
    while (next()) {
      byte kind = request.get();
      long version = request.getLong();
      int first = request.getInt();
      int count = request.getInt();
      var here = current.get();
      try {
        switch (kind) {
          case MARKS -> sendMarks(here, version);
          case CHUNK ->
              sendChunk(
                  NOTHING_BEFORE, here.filter(each -> each.version() == version), first, count);
          default -> throw new IOException("no such request: " + kind);
        }
      } finally {
        here.ifPresent(SealedVersion::release);
      }
    }
  }

  private boolean next() throws IOException {
    request.clear();
    if (channel.read(request) < 0) {
      return false;
    }
    fill(channel, request);
    request.flip();
    return true;
  }

  private void sendMarks(Optional<SealedVersion> here, long there) throws IOException {
    if (here.isEmpty()) {
      write(channel, ByteBuffer.allocate(MARKS_HEAD_BYTES).put(NOTHING).rewind());
      return;
    }
    var version = here.get();
    long[] marks = version.marks();
    var answer = ByteBuffer.allocate(MARKS_HEAD_BYTES + Long.BYTES * marks.length);
    answer.put(HERE).putLong(version.version()).putLong(version.declared());
    answer.putLong(version.size()).putInt(marks.length);
    for (long mark : marks) {
      answer.putLong(mark);
    }
    var before = answer.flip();
    for (var run : Blocks.unrequested(marks, there)) {
      sendChunk(before, here, run.first(), run.count());
      before = NOTHING_BEFORE;
    }
    write(channel, before);
  }

  /**
   * @param before is sent before it, with it if the channel can do so: the reader wakes up once
   */
  private void sendChunk(ByteBuffer before, Optional<SealedVersion> here, int first, int count)
      throws IOException {
    if (here.isEmpty()) {
      write(channel, ByteBuffer.allocate(CHUNK_HEAD_BYTES).put(NOTHING).rewind());
      return;
    }
    long size = here.get().size();
    if (first < 0 || count < 1 || count > Blocks.MOST_IN_CHUNK || first >= Blocks.count(size)) {
      throw new IOException("no such blocks: " + count + " from " + first + " on");
    }
    long begin = Blocks.offset(first);
    long length = Blocks.end(first, count, size) - begin;
    var bytes = here.get().region().bytes().asSlice(begin, length).asByteBuffer();
    checksum.reset();
    checksum.update(bytes.duplicate());
    var head = ByteBuffer.allocate(CHUNK_HEAD_BYTES).put(HERE).putInt((int) checksum.getValue());
    write(channel, before, head.flip(), bytes);
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
