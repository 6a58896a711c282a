package io.sluice.cluster.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory for one version at a time: a file without a name, in shared memory where the system has
 * that. It can be mapped any number of times, each time for as long as an arena lives.
 *
 * <p>A mark for each block says which version's bytes the block holds; a new region holds the bytes
 * of version 0, which are zeros.
 */
final class Region {

  /** The bytes of such a block are unknown. */
  static final long UNKNOWN = -1;

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final FileChannel file;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  final long[] marks;

  /** How many use it; without users it is reused, or closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final RegionPool pool;

  Region(RegionPool pool, long capacity) throws IOException {
    this.pool = pool;
    var place = Files.createTempFile(directory(), "sluice-", ".data");
    this.file = FileChannel.open(place, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      Files.delete(place); // From now on the memory is freed with this process, however it ends.
      this.bytes = file.map(MapMode.READ_WRITE, 0, capacity, arena);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    this.marks = new long[Blocks.count(capacity)];
  }

  /** Where regions are. */
  static Path directory() {
    return Files.isWritable(SHARED_MEMORY)
        ? SHARED_MEMORY
        : Path.of(System.getProperty("java.io.tmpdir"));
  }

  long capacity() {
    return bytes.byteSize();
  }

  MemorySegment bytes() {
    return bytes;
  }

  /** The same bytes for as long as the arena lives. */
  MemorySegment map(long size, boolean writable, Arena during) {
    try {
      return file.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, 0, size, during);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot map " + size + " bytes of memory", e);
    }
  }

  void copy(Region from, int block, long size) {
    long begin = Blocks.offset(block);
    long length = Blocks.end(block, 1, size) - begin;
    MemorySegment.copy(from.bytes, begin, bytes, begin, length);
  }

  /** How many blocks have these marks. */
  int matching(long[] wanted) {
    int count = 0;
    for (int block = 0; block < Math.min(wanted.length, marks.length); block++) {
      count += marks[block] == wanted[block] ? 1 : 0;
    }
    return count;
  }

  void spoil() {
    Arrays.fill(marks, UNKNOWN);
  }

  /** One more use; false if it has no user any more. */
  boolean retain() {
    return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  void reuse() {
    users.set(1);
  }

  void release() {
    if (users.decrementAndGet() == 0) {
      pool.giveBack(this);
    }
  }

  void close() {
    arena.close();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
