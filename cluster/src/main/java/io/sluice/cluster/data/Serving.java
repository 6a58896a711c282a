package io.sluice.cluster.data;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a connection at which versions are read from. The other end sends requests of one
 * length; each is answered in its turn:
 *
 * <ul>
 *   <li>MARKS: the version that is here, with its marks, and the first blocks that are newer than
 *       the version that the other end has ({@link Blocks#unrequested});
 *   <li>NEXT: the same, but as soon as a version is here that is newer than what the other end has;
 *   <li>NOW: if a request for the next version is still open, it is answered with the version that
 *       is here; otherwise there is no answer;
 *   <li>CHUNK: some blocks of a version with their checksum, or word that another version is here.
 * </ul>
 */
final class Serving {

  private static final Logger LOG = LoggerFactory.getLogger(Serving.class);

  /** How much more memory the system needs for bytes that it has taken and not sent. */
  private static final int SYSTEM_FACTOR = 2;

  static final byte MARKS = 1;
  static final byte CHUNK = 2;
  static final byte NEXT = 3;
  static final byte NOW = 4;

  /**
   * Kind, version (with MARKS and NEXT the one that the reader has), first block, number of blocks.
   */
  static final int REQUEST_BYTES = 1 + Long.BYTES + 2 * Integer.BYTES;

  static final byte NOTHING = 0;
  static final byte HERE = 1;

  /** Status, version, declared size, size, number of marks. */
  static final int MARKS_HEAD_BYTES = 1 + 3 * Long.BYTES + Integer.BYTES;

  /** Status, checksum. */
  static final int CHUNK_HEAD_BYTES = 1 + Integer.BYTES;

  private final ByteChannel channel;
  private final Supplier<Optional<SealedVersion>> current;
  private final Subscribers subscribers;

  /** What the other end has while it waits for the next version. */
  private volatile long awaited;

  private final ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
  private final CRC32C checksum = new CRC32C();

  /** Held by the thread that sends an answer. */
  private final ReentrantLock sending = new ReentrantLock();

  /**
   * @param current the version that is here, retained for this end
   * @param subscribers tells this end of the next version
   */
  Serving(ByteChannel channel, Supplier<Optional<SealedVersion>> current, Subscribers subscribers) {
    this.channel = channel;
    this.current = current;
    this.subscribers = subscribers;
  }

  /** Answers until the other end closes the connection. */
  void run() throws IOException {
    try {
      answerAll();
    } finally {
      subscribers.remove(this);
    }
  }

  private void answerAll() throws IOException {
    while (next()) {
      byte kind = request.get();
      long version = request.getLong();
      int first = request.getInt();
      int count = request.getInt();
      var here = current.get();
      sending.lock();
      try {
        switch (kind) {
          case MARKS -> sendMarks(here, version);
          case NEXT -> subscribe(version);
          case NOW -> hasten(here);
          case CHUNK -> sendChunk(here.filter(each -> each.version() == version), first, count);
          default -> throw new IOException("no such request: " + kind);
        }
      } finally {
        sending.unlock();
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

  /** Sends the next version now if it is here, otherwise leaves that to the thread that commits. */
  private void subscribe(long there) throws IOException {
    awaited = there;
    subscribers.add(this);
    // Looked up again: a version that was committed just before has not seen this subscriber.
    var here = current.get();
    try {
      if (here.isPresent() && awaits(here.get()) && subscribers.remove(this)) {
        sendMarks(here, there);
      }
    } finally {
      here.ifPresent(SealedVersion::release);
    }
  }

  private void hasten(Optional<SealedVersion> here) throws IOException {
    if (subscribers.remove(this)) {
      sendMarks(here, awaited);
    }
  }

  /** Whether the other end waits for a version before that one. */
  boolean awaits(SealedVersion next) {
    return next.version() > awaited;
  }

  /** Whether the system takes all that is to be sent at once, so that sending does not wait. */
  boolean isTakenAtOnce(SealedVersion next) throws IOException {
    long most = Math.min(next.size(), Blocks.offset(Blocks.MOST_IN_CHUNK));
    return channel instanceof SocketChannel socket
        && SYSTEM_FACTOR * most <= socket.getOption(StandardSocketOptions.SO_SNDBUF);
  }

  /** Sends the version that the other end waits for; on any thread. */
  void sendNext(SealedVersion next) throws IOException {
    sending.lock(); // The other end may request more while this is sent.
    try {
      sendMarks(Optional.of(next), awaited);
    } finally {
      sending.unlock();
    }
  }

  /** Ends the connection, so that the other end connects again. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
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
    write(channel, answer.flip());
    for (var run : Blocks.unrequested(marks, there)) {
      sendChunk(here, run.first(), run.count());
    }
  }

  private void sendChunk(Optional<SealedVersion> here, int first, int count) throws IOException {
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
    writeBoth(head.flip(), bytes);
  }

  /** In one go where that is possible, so that the other end is woken once. */
  private void writeBoth(ByteBuffer head, ByteBuffer bytes) throws IOException {
    if (channel instanceof GatheringByteChannel gathering) {
      var both = new ByteBuffer[] {head, bytes};
      while (bytes.hasRemaining()) {
        gathering.write(both);
      }
    } else {
      write(channel, head);
      write(channel, bytes);
    }
  }

  static void write(WritableByteChannel to, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      to.write(bytes);
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
