package io.sluice.cluster.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads one version from another node: first its marks, then the blocks that differ from what is
 * here, in chunks, of which a few are requested ahead. What has arrived when the connection breaks
 * is kept, so that a second attempt asks for the rest only.
 */
final class Fetch {

  /** How many chunks are requested before the first of them has arrived. */
  private static final int MOST_AHEAD = 4;

  private final RegionPool pool;
  private final Optional<SealedVersion> base;
  private final CRC32C checksum = new CRC32C();

  /** What has arrived so far, also in an attempt that failed. */
  private Optional<Region> target = Optional.empty();

  private volatile long lastProgress = System.nanoTime();

  /** Some blocks that have been requested. */
  private record Chunk(int first, int count) {}

  /**
   * @param base the version that is here, retained until the end
   */
  Fetch(RegionPool pool, Optional<SealedVersion> base) {
    this.pool = pool;
    this.base = base;
  }

  /** When bytes last arrived, as {@link System#nanoTime}. */
  long lastProgress() {
    return lastProgress;
  }

  /**
   * Reads the version that is there.
   *
   * @throws IOException if the connection fails, or something arrives damaged: try again
   */
  SealedVersion run(ByteChannel channel) throws IOException {
    while (true) {
      lastProgress = System.nanoTime();
      request(channel, Serving.MARKS, 0, 0, 0);
      var head = ByteBuffer.allocateDirect(Serving.MARKS_HEAD_BYTES);
      Serving.fill(channel, head);
      if (head.flip().get() != Serving.HERE) {
        throw new IOException("the other node has no version");
      }
      long version = head.getLong();
      long declared = head.getLong();
      long size = head.getLong();
      long[] marks = marks(channel, size, head.getInt());
      var region = regionFor(size);
      if (fill(channel, region, version, size, marks)) {
        target = Optional.empty();
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

  private Region regionFor(long size) {
    if (target.isPresent() && target.get().capacity() < size) {
      target.get().release();
      target = Optional.empty();
    }
    var region = target.isPresent() ? target.get() : pool.take(size);
    target = Optional.of(region);
    return region;
  }

  /** Whether the version is whole; otherwise another version is there now. */
  private boolean fill(ByteChannel channel, Region region, long version, long size, long[] marks)
      throws IOException {
    var ahead = new ArrayDeque<Chunk>();
    boolean same = true;
    for (int block = 0; block < marks.length; ) {
      int count = missing(region, size, marks, block);
      if (count == 0) {
        block++;
        continue;
      }
      request(channel, Serving.CHUNK, version, block, count);
      ahead.add(new Chunk(block, count));
      block += count;
      if (ahead.size() == MOST_AHEAD) {
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

  private boolean take(ByteChannel channel, Region region, long size, long[] marks, Chunk chunk)
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
    }
    return true;
  }

  private static void request(ByteChannel channel, byte kind, long version, int first, int count)
      throws IOException {
    var request = ByteBuffer.allocate(Serving.REQUEST_BYTES);
    request.put(kind).putLong(version).putInt(first).putInt(count);
    Serving.write(channel, request.flip());
  }

  /** Gives back what has not become a version. */
  void close() {
    target.ifPresent(Region::release);
    target = Optional.empty();
    base.ifPresent(SealedVersion::release);
  }
}
