package io.sluice.cluster.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads one version from another node: first its marks, with the first blocks that have changed,
 * then the other blocks that differ from what is here, in chunks, of which a few are requested
 * ahead. What has arrived when the connection breaks is kept, so that a second attempt asks for the
 * rest only.
 */
final class Fetch {

  /** How many chunks are requested before the first of them has arrived. */
  private static final int MOST_AHEAD = 4;

  private final RegionPool pool;
  private final Optional<SealedVersion> base;
  private final CRC32C checksum = new CRC32C();

  /** What has arrived so far, also in an attempt that failed. */
  private Optional<Region> target = Optional.empty();

  /** The same bytes once more, for a writer to change: copied while they are in the cache. */
  private Optional<Region> draft = Optional.empty();

  private final boolean forWriter;

  /** The connection on which the version was requested already. */
  private Optional<ByteChannel> begun = Optional.empty();

  private volatile long lastProgress = System.nanoTime();

  /**
   * @param base the version that is here, retained until the end
   * @param forWriter whether a writer waits, who needs a copy to change
   */
  Fetch(RegionPool pool, Optional<SealedVersion> base, boolean forWriter) {
    this.pool = pool;
    this.base = base;
    this.forWriter = forWriter;
  }

  /** When bytes last arrived, as {@link System#nanoTime}. */
  long lastProgress() {
    return lastProgress;
  }

  /** Requests the version that is there, so that it is on its way when a thread reads it. */
  void begin(ByteChannel channel) throws IOException {
    request(channel, Serving.MARKS, here(), 0, 0);
    begun = Optional.of(channel);
  }

  private long here() {
    return base.map(SealedVersion::version).orElse(Region.UNKNOWN);
  }

  /**
   * Reads the version that is there.
   *
   * @throws IOException if the connection fails, or something arrives damaged: try again
   */
  SealedVersion run(ByteChannel channel) throws IOException {
    while (true) {
      lastProgress = System.nanoTime();
      if (!begun.equals(Optional.of(channel))) {
        begin(channel);
      }
      begun = Optional.empty();
      var head = ByteBuffer.allocateDirect(Serving.MARKS_HEAD_BYTES);
      Serving.fill(channel, head);
      if (head.flip().get() != Serving.HERE) {
        throw new IOException("the other node has no version");
      }
      long version = head.getLong();
      long declared = head.getLong();
      long size = head.getLong();
      long[] marks = marks(channel, size, head.getInt());
      var region = regionFor(size, marks);
      var coming = new ArrayDeque<>(Blocks.unrequested(marks, here()));
      if (fill(channel, region, version, size, marks, coming)) {
        target = Optional.empty();
        giveBack(); // The writer finds its copy in the pool.
        return new SealedVersion(version, declared, size, marks, region);
      }
    }
  }

  private static long[] marks(ByteChannel channel, long size, int count) throws IOException {
    if (size < 1 || count != Blocks.count(size)) {
      throw new IOException("%d marks for %d bytes".formatted(count, size));
    }
    var bytes = ByteBuffer.allocate(count * Long.BYTES);
    Serving.fill(channel, bytes);
    long[] marks = new long[count];
    bytes.flip().asLongBuffer().get(marks);
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

  /** Whether the version is whole; otherwise another version is there now. */
  private boolean fill(
      ByteChannel channel,
      Region region,
      long version,
      long size,
      long[] marks,
      ArrayDeque<Blocks.Run> ahead)
      throws IOException {
    var unrequested = new BitSet();
    ahead.forEach(run -> unrequested.set(run.first(), run.first() + run.count()));
    boolean same = true;
    for (int block = 0; block < marks.length; ) {
      if (unrequested.get(block)) {
        block++;
        continue;
      }
      int count = missing(region, size, marks, block);
      if (count == 0) {
        block++;
        continue;
      }
      request(channel, Serving.CHUNK, version, block, count);
      ahead.add(new Blocks.Run(block, count));
      block += count;
      if (ahead.size() >= MOST_AHEAD) {
        same &= take(channel, region, size, marks, ahead.remove());
      }
    }
    while (!ahead.isEmpty()) {
      same &= take(channel, region, size, marks, ahead.remove());
    }
    return same;
  }

  /** How many blocks from that one on have to be fetched; what the base has is copied. */
  private int missing(Region region, long size, long[] marks, int first) {
    int count = 0;
    while (count < Blocks.MOST_IN_CHUNK
        && first + count < marks.length
        && !isHere(region, size, marks, first + count)) {
      count++;
    }
    return count;
  }

  private boolean isHere(Region region, long size, long[] marks, int block) {
    if (region.marks[block] == marks[block]) {
      return true;
    }
    boolean copied = base.isPresent() && base.get().mark(block) == marks[block];
    if (copied) {
      region.copy(base.get().region(), block, Math.min(size, base.get().size()));
      region.marks[block] = marks[block];
    }
    return copied;
  }

  private boolean take(
      ByteChannel channel, Region region, long size, long[] marks, Blocks.Run chunk)
      throws IOException {
    var head = ByteBuffer.allocate(Serving.CHUNK_HEAD_BYTES);
    Serving.fill(channel, head);
    if (head.flip().get() != Serving.HERE) {
      return false;
    }
    int expected = head.getInt();
    long begin = Blocks.offset(chunk.first());
    long length = Blocks.end(chunk.first(), chunk.count(), size) - begin;
    for (int block = chunk.first(); block < chunk.first() + chunk.count(); block++) {
      region.marks[block] = Region.UNKNOWN;
    }
    var bytes = region.bytes().asSlice(begin, length).asByteBuffer();
    Serving.fill(channel, bytes);
    lastProgress = System.nanoTime();
    checksum.reset();
    checksum.update(bytes.flip());
    if ((int) checksum.getValue() != expected) {
      throw new IOException("a chunk arrived damaged");
    }
    for (int block = chunk.first(); block < chunk.first() + chunk.count(); block++) {
      region.marks[block] = marks[block];
      copyForWriter(region, block, size, marks[block]);
    }
    return true;
  }

  private void copyForWriter(Region from, int block, long size, long mark) {
    if (draft.isPresent() && draft.get().marks[block] != mark) {
      draft.get().copy(from, block, size);
      draft.get().marks[block] = mark;
    }
  }

  private static void request(ByteChannel channel, byte kind, long version, int first, int count)
      throws IOException {
    var request = ByteBuffer.allocate(Serving.REQUEST_BYTES);
    request.put(kind).putLong(version).putInt(first).putInt(count);
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
    giveBack();
    base.ifPresent(SealedVersion::release);
  }
}
