package io.sluice.locks;

import io.sluice.cluster.data.DataRequest;
import io.sluice.cluster.data.SealedVersion;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The last committed version of some data, for reading. No writer is inside until it is closed;
 * then its memory can no longer be accessed.
 *
 * <pre>{@code
 * try (var view = image.requestRead().acquire()) {
 *   log.info("version {} has {} bytes", view.version(), view.size());
 * }
 * }</pre>
 */
public final class ReadView implements AutoCloseable {

  private final DataHandle handle;
  private final DataRequest request;
  private final SealedVersion version;
  private final Mapping mapping;
  private final AtomicBoolean closed = new AtomicBoolean();

  ReadView(DataHandle handle, DataRequest request, SealedVersion version) {
    this.handle = handle;
    this.request = request;
    this.version = version;
    this.mapping = new Mapping(handle.name(), version::map);
  }

  /** The bytes of a view, mapped when they are first asked for and until the view is closed. */
  static final class Mapping {

    /** Maps bytes for as long as an arena lives. */
    @FunctionalInterface
    interface Bytes {
      MemorySegment map(Arena during);
    }

    private final String name;
    private final Bytes bytes;

    @SuppressWarnings("NullAway") // null until it is mapped
    private Arena arena;

    @SuppressWarnings("NullAway") // null until it is mapped
    private MemorySegment segment;

    private boolean closed;

    Mapping(String name, Bytes bytes) {
      this.name = name;
      this.bytes = bytes;
    }

    synchronized MemorySegment segment() {
      if (closed) {
        throw new IllegalStateException("the view of data '%s' is closed".formatted(name));
      }
      if (segment == null) {
        arena = Arena.ofShared();
        segment = bytes.map(arena);
      }
      return segment;
    }

    /** What has been mapped cannot be accessed any more; it may be mapped again. */
    @SuppressWarnings("NullAway")
    synchronized void unmap() {
      if (arena != null) {
        arena.close();
        arena = null;
        segment = null;
      }
    }

    /** It is mapped no more from now on; whether it was open. */
    synchronized boolean end() {
      boolean open = !closed;
      closed = true;
      return open;
    }
  }

  /** The bytes; after {@link #close} every access throws. Writing throws. */
  public MemorySegment segment() {
    return mapping.segment();
  }

  /** The same bytes as a read-only buffer, for data of less than 2 GiB. */
  public ByteBuffer buffer() {
    return segment().asByteBuffer().asReadOnlyBuffer();
  }

  /** Which version it is; 0 before the first commit. Versions rise with each commit. */
  public long version() {
    return version.version();
  }

  /** How many bytes it has. */
  public long size() {
    return version.size();
  }

  /** Whether the lock is held at this moment: neither lost nor released. */
  public boolean valid() {
    return request.lock().valid();
  }

  /**
   * Requests the next turn before this one is given up, for computations that take turns. Writers
   * that are known to wait come first, so that a reader and a writer which both request their turns
   * like this alternate; with {@link DataHandle#requestRead} a node that reads could read the same
   * version again.
   */
  public Pending<ReadView> again() {
    return handle.requestNextRead();
  }

  /** Ends the reading, and lets others write. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      // First, since unmapping takes longer; the version itself never changes.
      request.lock().release();
      mapping.end();
      mapping.unmap();
      version.release();
    }
  }

  @Override
  public String toString() {
    return "data '%s', %s".formatted(handle.name(), version);
  }
}
