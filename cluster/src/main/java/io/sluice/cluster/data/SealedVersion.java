package io.sluice.cluster.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A version that is whole and never changes again.
 *
 * <p>Its memory is counted: each user retains it and releases it once.
 */
public final class SealedVersion {

  private final long version;
  private final long declared;
  private final long size;
  private final long[] marks;
  private final Region region;

  /**
   * @param declared the size with which the data was first opened: the same in all nodes
   * @param marks for each block the version that last changed it
   * @param region holds the bytes; the new version has one use of it
   */
  SealedVersion(long version, long declared, long size, long[] marks, Region region) {
    this.version = version;
    this.declared = declared;
    this.size = size;
    this.marks = marks;
    this.region = region;
  }

  /** The first version, which is full of zeros. */
  static SealedVersion first(long size, RegionPool pool) {
    var region = pool.take(size);
    return new SealedVersion(0, size, size, new long[Blocks.count(size)], region);
  }

  public long version() {
    return version;
  }

  long declared() {
    return declared;
  }

  /** How many bytes it has. */
  public long size() {
    return size;
  }

  long mark(int block) {
    return block < marks.length ? marks[block] : Region.UNKNOWN;
  }

  long[] marks() {
    return marks;
  }

  Region region() {
    return region;
  }

  /** Its bytes, read-only, for as long as the arena lives. */
  public MemorySegment map(Arena during) {
    var bytes = Region.isCopied(size) ? region.copy(size, during) : region.map(size, false, during);
    return bytes.asReadOnly();
  }

  /** One more use; false if its memory has been given back. */
  public boolean retain() {
    return region.retain();
  }

  /** Ends one use. */
  public void release() {
    region.release();
  }

  @Override
  public String toString() {
    return "version %d, %,d bytes, %d blocks changed"
        .formatted(version, size, Arrays.stream(marks).filter(mark -> mark == version).count());
  }
}
