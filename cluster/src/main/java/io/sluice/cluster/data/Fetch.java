package io.sluice.cluster.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Reads one version from another node: first its marks, with the first blocks that have changed,
 * then the other blocks that differ from what is here, in chunks, of which a few are requested
 * ahead. What has arrived when the connection breaks is kept, so that a second attempt asks for the
 * rest only. Others can read meanwhile what has arrived; see {@link Readers}.
 */
final class Fetch {

  /** How many chunks are requested before the first of them has arrived. */
  private static final int MOST_AHEAD = 4;

  private final long wanted;
  private final RegionPool pool;
  private final Optional<SealedVersion> base;
  private final Consumer<Arriving> begins;
  private final CRC32C checksum = new CRC32C();

  /** What has arrived so far, also in an attempt that failed. */
  private Optional<Region> target = Optional.empty();

  /** The same bytes once more, for a writer to change: copied while they are in the cache. */
  private Optional<Region> draft = Optional.empty();

  private final boolean forWriter;

  /** The connection on which the version was requested already. */
  private Optional<ByteChannel> begun = Optional.empty();

  /** What arrives in this attempt. */
  private Optional<Arriving> arriving = Optional.empty();

  /** The member that was named instead: once, so that members never wait for each other. */
  private Optional<Elsewhere> elsewhere = Optional.empty();

  private volatile long lastProgress = System.nanoTime();

  /** The two halves of what makes a member unique. */
  record Elsewhere(long high, long low) {}

  /**
   * @param wanted the least version
   * @param base the version that is here, retained until the end
   * @param forWriter whether a writer waits, who needs a copy to change
   * @param begins told what others can read from now on
   */
  Fetch(
      long wanted,
      RegionPool pool,
      Optional<SealedVersion> base,
      boolean forWriter,
      Consumer<Arriving> begins) {
    this.wanted = wanted;
    this.pool = pool;
    this.base = base;
    this.forWriter = forWriter;
    this.begins = begins;
  }

  /** When bytes last arrived, as {@link System#nanoTime}. */
  long lastProgress() {
    return lastProgress;
  }

  /** Requests the version that is there, so that it is on its way when a thread reads it. */
  void begin(ByteChannel channel) throws IOException {
    byte kind = elsewhere.isEmpty() ? Serving.MARKS_OR_MEMBER : Serving.MARKS;
    var request = ByteBuffer.allocate(Serving.REQUEST_BYTES);
    Serving.write(channel, request.put(kind).putLong(here()).putLong(wanted).flip());
    begun = Optional.of(channel);
  }

  private long here() {
    return base.map(SealedVersion::version).orElse(Region.UNKNOWN);
  }

  /** The member from which the version had better be read, if one was named. */
  Optional<Elsewhere> elsewhere() {
    return elsewhere;
  }

  /**
   * Reads the version that is there.
   *
   * @return empty if another member was named instead
   * @throws IOException if the connection fails, or something arrives damaged: try again
   */
  Optional<SealedVersion> run(ByteChannel channel) throws IOException {
    while (true) {
      lastProgress = System.nanoTime();
      if (!begun.equals(Optional.of(channel))) {
        begin(channel);
      }
      begun = Optional.empty();
      var head = ByteBuffer.allocate(Serving.MARKS_HEAD_BYTES);
      Serving.fill(channel, head);
      byte status = head.flip().get();
      if (status == Serving.ELSEWHERE && elsewhere.isEmpty()) {
        elsewhere = Optional.of(new Elsewhere(head.getLong(), head.getLong()));
        return Optional.empty();
      }
      var coming = announced(channel, status, head);
      var runs = Blocks.unrequested(coming.version().marks(), here());
      if (fill(channel, coming, new ArrayDeque<>(runs))) {
        return Optional.of(whole(coming));
      }
    }
  }

  /**
   * Reads a version that is sent without having been requested.
   *
   * @param there the version that this node has, as far as the sender knows: newer blocks are sent
   * @return empty if it lacks blocks that are not here
   * @throws IOException if the connection fails, or something arrives damaged
   */
  Optional<SealedVersion> take(ByteChannel channel, long there) throws IOException {
    var head = ByteBuffer.allocate(Serving.MARKS_HEAD_BYTES);
    Serving.fill(channel, head);
    var coming = announced(channel, head.flip().get(), head);
    for (var run : Blocks.unrequested(coming.version().marks(), there)) {
      if (!take(channel, coming, run)) {
        throw new IOException("a part of version %d is missing".formatted(wanted));
      }
    }
    boolean whole = true;
    for (int block = 0; block < coming.version().marks().length; block++) {
      whole &= isHere(coming, block);
    }
    return whole ? Optional.of(whole(coming)) : Optional.empty();
  }

  /** The version whose head has arrived, and of which blocks will follow. */
  private Arriving announced(ByteChannel channel, byte status, ByteBuffer head) throws IOException {
    if (status != Serving.HERE) {
      throw new IOException("the other node does not have version " + wanted);
    }
    long version = head.getLong();
    long declared = head.getLong();
    long size = head.getLong();
    long[] marks = marks(channel, size, head);
    var region = regionFor(size, marks);
    return begin(new SealedVersion(version, declared, size, marks, region));
  }

  private SealedVersion whole(Arriving coming) {
    target = Optional.empty();
    giveBack(); // The writer finds its copy in the pool.
    return coming.version();
  }

  private long[] marks(ByteChannel channel, long size, ByteBuffer head) throws IOException {
    int count = head.getInt();
    if (size < 1 || count != Blocks.count(size)) {
      throw new IOException("%d marks for %d bytes".formatted(count, size));
    }
    var bytes = ByteBuffer.allocate(Serving.marksBytes(count));
    Serving.fill(channel, bytes);
    long[] marks = new long[count];
    bytes.flip().asLongBuffer().get(marks);
    checksum.reset();
    checksum.update(head.rewind());
    checksum.update(bytes.array(), 0, count * Long.BYTES);
    if ((int) checksum.getValue() != bytes.getInt(count * Long.BYTES)) {
      throw new IOException("the marks of a version arrived damaged");
    }
    return marks;
  }

  private Region regionFor(long size, long[] marks) {
    if (target.isPresent() && target.get().capacity() < size) {
      giveBack();
    }
    if (target.isEmpty()) {
      target = Optional.of(pool.take(size, marks));
      boolean copied = forWriter && !Region.isCopied(size);
      draft = copied ? Optional.of(pool.take(size, marks)) : Optional.empty();
    }
    return target.get();
  }

  private Arriving begin(SealedVersion version) {
    end();
    var begun = new Arriving(version);
    arriving = Optional.of(begun);
    begins.accept(begun);
    return begun;
  }

  private void end() {
    arriving.ifPresent(Arriving::end);
    arriving = Optional.empty();
  }

  /** Whether the version is whole; otherwise another version is there now. */
  private boolean fill(ByteChannel channel, Arriving coming, ArrayDeque<Blocks.Run> ahead)
      throws IOException {
    long[] marks = coming.version().marks();
    var unrequested = new BitSet();
    ahead.forEach(run -> unrequested.set(run.first(), run.first() + run.count()));
    boolean same = true;
    for (int block = 0; block < marks.length; ) {
      if (unrequested.get(block)) {
        block++;
        continue;
      }
      int count = missing(coming, block);
      if (count == 0) {
        block++;
        continue;
      }
      request(channel, coming.version().version(), block, count);
      ahead.add(new Blocks.Run(block, count));
      block += count;
      if (ahead.size() >= MOST_AHEAD) {
        same &= take(channel, coming, ahead.remove());
      }
    }
    while (!ahead.isEmpty()) {
      same &= take(channel, coming, ahead.remove());
    }
    return same;
  }

  /** How many blocks from that one on have to be fetched; what the base has is copied. */
  private int missing(Arriving coming, int first) {
    int count = 0;
    while (count < Blocks.MOST_IN_CHUNK
        && first + count < coming.version().marks().length
        && !isHere(coming, first + count)) {
      count++;
    }
    return count;
  }

  private boolean isHere(Arriving coming, int block) {
    var version = coming.version();
    if (version.region().marks[block] == version.mark(block)) {
      return true;
    }
    boolean copied = base.isPresent() && base.get().mark(block) == version.mark(block);
    if (copied) {
      long size = Math.min(version.size(), base.get().size());
      version.region().copy(base.get().region(), block, size);
      coming.arrived(block, 1);
    }
    return copied;
  }

  private boolean take(ByteChannel channel, Arriving coming, Blocks.Run chunk) throws IOException {
    var head = ByteBuffer.allocate(Serving.CHUNK_HEAD_BYTES);
    Serving.fill(channel, head);
    if (head.flip().get() != Serving.HERE) {
      return false;
    }
    int expected = head.getInt();
    long size = coming.version().size();
    long begin = Blocks.offset(chunk.first());
    long length = Blocks.end(chunk.first(), chunk.count(), size) - begin;
    coming.spoil(chunk.first(), chunk.count());
    var region = coming.version().region();
    var bytes = region.bytes().asSlice(begin, length).asByteBuffer();
    Serving.fill(channel, bytes);
    lastProgress = System.nanoTime();
    checksum.reset();
    checksum.update(bytes.flip());
    if ((int) checksum.getValue() != expected) {
      throw new IOException("a chunk arrived damaged");
    }
    coming.arrived(chunk.first(), chunk.count());
    for (int block = chunk.first(); block < chunk.first() + chunk.count(); block++) {
      copyForWriter(region, block, size, coming.version().mark(block));
    }
    return true;
  }

  private void copyForWriter(Region from, int block, long size, long mark) {
    if (draft.isPresent() && draft.get().marks[block] != mark) {
      draft.get().copy(from, block, size);
      draft.get().marks[block] = mark;
    }
  }

  private static void request(ByteChannel channel, long version, int first, int count)
      throws IOException {
    var request = ByteBuffer.allocate(Serving.REQUEST_BYTES);
    request.put(Serving.CHUNK).putLong(version).putInt(first).putInt(count);
    Serving.write(channel, request.flip());
  }

  private void giveBack() {
    target.ifPresent(Region::release);
    target = Optional.empty();
    draft.ifPresent(Region::release);
    draft = Optional.empty();
  }

  /** Gives back what has not become a version. */
  void close() {
    end();
    giveBack();
    base.ifPresent(SealedVersion::release);
  }
}
