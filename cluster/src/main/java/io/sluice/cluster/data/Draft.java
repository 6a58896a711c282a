package io.sluice.cluster.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * A version that is being written, in memory of its own: what it is based on stays whole. For one
 * writer at a time.
 */
public final class Draft {

  private final SealedVersion base;
  private final RegionPool pool;
  private Region region;
  private long size;

  /** What the writer has of little data: a copy, which is taken over when the writing ends. */
  private Optional<MemorySegment> copy = Optional.empty();

  /** Whether the region has the bytes; little data is copied from the base to the writer first. */
  private boolean filled;

  /** The blocks that the writer says it has changed; empty if it has said nothing. */
  private Optional<BitSet> declared = Optional.empty();

  /** From this block on everything counts as changed, since the size was changed. */
  private int firstResized = Integer.MAX_VALUE;

  /**
   * @param base remains retained by the caller until the draft is sealed or discarded
   */
  Draft(SealedVersion base, RegionPool pool) {
    this.base = base;
    this.pool = pool;
    this.size = base.size();
    this.region = pool.take(size, base.marks());
    if (!isCopied()) {
      fill();
    }
  }

  /** Fetches from the base what the region does not have already. */
  private void fill() {
    if (filled) {
      return;
    }
    for (int block = 0; block < Blocks.count(base.size()); block++) {
      if (region.marks[block] != base.mark(block)) {
        region.copy(base.region(), block, base.size());
      }
    }
    region.spoil();
    filled = true;
  }

  Region region() {
    return region;
  }

  public long size() {
    return size;
  }

  /** Its bytes for as long as the arena lives. */
  public MemorySegment map(Arena during) {
    if (!isCopied()) {
      return region.map(size, true, during);
    }
    var bytes = (filled ? region : base.region()).copy(size, during);
    copy = Optional.of(bytes);
    return bytes;
  }

  /**
   * Whether what is mapped is a copy. If not, it must be unmapped before the draft is sealed or
   * discarded, since what is written there later would change the data.
   */
  public boolean isCopied() {
    return Region.isCopied(size);
  }

  /** Takes over what was written to the copy, if there is one; its arena still lives. */
  public void collect() {
    if (copy.isPresent()) {
      region.spoil();
      MemorySegment.copy(copy.get(), 0, region.bytes(), 0, size);
      filled = true;
      copy = Optional.empty();
    }
  }

  /** Only what has been named so has changed. */
  public void changed(long offset, long length) {
    if (offset < 0 || length < 0 || offset > size - length) {
      throw new IndexOutOfBoundsException(
          "%,d bytes from %,d on are not within the %,d bytes of the data"
              .formatted(length, offset, size));
    }
    var blocks = declared.orElseGet(BitSet::new);
    if (length > 0) {
      blocks.set(Blocks.of(offset), Blocks.of(offset + length - 1) + 1);
    }
    declared = Optional.of(blocks);
  }

  /** Keeps the first bytes; further ones are zeros. What was mapped before is not the draft. */
  public void resize(long other) {
    fill();
    if (other > region.capacity()) {
      var larger = pool.take(other);
      MemorySegment.copy(region.bytes(), 0, larger.bytes(), 0, size);
      region.spoil();
      region.release();
      larger.spoil();
      region = larger;
    }
    if (other > size) {
      region.bytes().asSlice(size, other - size).fill((byte) 0);
    }
    firstResized = Math.min(firstResized, Blocks.of(Math.min(size, other)));
    size = other;
  }

  /** Ends the writing: from now on the bytes never change. */
  SealedVersion seal(long version) {
    fill();
    long[] marks = Arrays.copyOf(base.marks(), Blocks.count(size));
    for (int block = 0; block < marks.length; block++) {
      if (block >= firstResized || isChanged(block)) {
        marks[block] = version;
      }
    }
    System.arraycopy(marks, 0, region.marks, 0, marks.length);
    return new SealedVersion(version, base.declared(), size, marks, region);
  }

  private boolean isChanged(int block) {
    if (declared.isPresent()) {
      return declared.get().get(block);
    }
    long begin = Blocks.offset(block);
    long end = Blocks.end(block, 1, size);
    return MemorySegment.mismatch(base.region().bytes(), begin, end, region.bytes(), begin, end)
        >= 0;
  }

  /** Drops what was written. */
  public void discard() {
    region.release();
  }
}
