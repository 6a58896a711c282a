package io.sluice.cluster.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory for one version at a time: a file without a name, in shared memory where the system has
 * that. It can be mapped any number of times, each time for as long as an arena lives.
 *
 * <p>A mark for each block says which version's bytes the block holds; a new region holds the bytes
 * of version 0, which are zeros.
 */
final class Region {

  private static final Logger LOG = LoggerFactory.getLogger(Region.class);

  /** The bytes of such a block are unknown. */
  static final long UNKNOWN = -1;

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Up to this size copying bytes takes less time than mapping and unmapping them. */
  private static final long MOST_COPIED = 1 << 20;

  /** Used by threads that no application interrupts. */
  private final FileChannel file;

  /**
   * The same file, mapped by threads of the application. An interrupt of one that maps just then
   * closes it, as with every interruptible channel.
   */
  private final FileChannel exposed;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment bytes;
  final long[] marks;

  /** How many use it; without users it is reused, or closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final RegionPool pool;

  /** A region of that size, also for a thread that is being interrupted. */
  static Region create(RegionPool pool, long capacity) throws IOException {
    return uninterrupted(() -> new Region(pool, capacity));
  }

  private Region(RegionPool pool, long capacity) throws IOException {
    this.pool = pool;
    var place = Files.createTempFile(directory(), "sluice-", ".data");
    try {
      this.file = FileChannel.open(place, StandardOpenOption.READ, StandardOpenOption.WRITE);
      this.exposed = FileChannel.open(place, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(place); // From now on the memory is freed with this process, however it ends.
    }
    try {
      this.bytes = file.map(MapMode.READ_WRITE, 0, capacity, arena);
    } catch (IOException | RuntimeException e) {
      file.close();
      exposed.close();
      throw e;
    }
    this.marks = new long[Blocks.count(capacity)];
  }

  private static <T> T uninterrupted(Callable<T> task) throws IOException {
    var done = new FutureTask<>(task);
    var thread = Thread.ofPlatform().daemon().name("sluice-map").start(done);
    boolean interrupted = false;
    while (!done.isDone()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (done.state() == Future.State.SUCCESS) {
      return done.resultNow();
    }
    switch (done.exceptionNow()) {
      case IOException io -> throw io;
      case RuntimeException wrong -> throw wrong;
      case Error error -> throw error;
      case Throwable other -> throw new IllegalStateException(other);
    }
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

  /**
   * Whether views of that size are copies, so that what is done to one does not change the data.
   */
  static boolean isCopied(long size) {
    return size <= MOST_COPIED;
  }

  /** A copy of the bytes for as long as the arena lives. */
  MemorySegment copy(long size, Arena during) {
    // Unlike allocate, this does not fill the memory with zeros first.
    return during.allocateFrom(JAVA_BYTE, bytes, JAVA_BYTE, 0, size);
  }

  /** The same bytes for as long as the arena lives. */
  MemorySegment map(long size, boolean writable, Arena during) {
    var mode = writable ? MapMode.READ_WRITE : MapMode.READ_ONLY;
    try {
      if (exposed.isOpen() && !Thread.currentThread().isInterrupted()) {
        return exposed.map(mode, 0, size, during);
      }
    } catch (ClosedChannelException e) {
      LOG.debug("an interrupt has closed a file; mapping it on another thread from now on", e);
    } catch (IOException e) {
      throw cannotMap(size, e);
    }
    try {
      return uninterrupted(() -> file.map(mode, 0, size, during));
    } catch (IOException e) {
      throw cannotMap(size, e);
    }
  }

  private static UncheckedIOException cannotMap(long size, IOException e) {
    return new UncheckedIOException("cannot map " + size + " bytes of memory", e);
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
      exposed.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
