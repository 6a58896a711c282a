package io.sluice.locks;

import io.sluice.cluster.data.DataRequest;
import io.sluice.cluster.data.DataSite;
import io.sluice.cluster.data.Draft;
import io.sluice.cluster.data.SealedVersion;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionException;

/**
 * The last committed version of some data, to be changed by the one writer there is. Others see the
 * changes when {@link #commit} has returned; a view that is closed without it discards them.
 *
 * <pre>{@code
 * try (WriteView view = image.requestWrite().acquire()) {
 *   view.segment().set(ValueLayout.JAVA_INT, 0, 42);
 *   view.changed(0, 4);
 *   view.commit();
 * }
 * }</pre>
 */
public final class WriteView implements AutoCloseable {

  private final DataHandle handle;
  private final DataSite site;
  private final DataRequest request;
  private final SealedVersion base;
  private final Draft draft;
  private final ReadView.Mapping mapping;
  private boolean committed;
  private boolean ended;

  WriteView(DataHandle handle, DataSite site, DataRequest request, SealedVersion base) {
    this.handle = handle;
    this.site = site;
    this.request = request;
    this.base = base;
    this.draft = site.draft(base);
    this.mapping = new ReadView.Mapping(handle.name(), draft::map);
  }

  /**
   * The bytes, to read and to write until {@link #commit}: what is written later, others do not
   * see, and after {@link #close} access throws.
   */
  public MemorySegment segment() {
    return mapping.segment();
  }

  /** The same bytes as a buffer, for data of less than 2 GiB. */
  public ByteBuffer buffer() {
    return segment().asByteBuffer();
  }

  /** The version on which this one is based. */
  public long version() {
    return base.version();
  }

  /** The version that {@link #commit} makes: the fencing number of this writer. */
  public long fence() {
    return request.lock().fence();
  }

  /** How many bytes it has. */
  public long size() {
    return draft.size();
  }

  /** Whether the lock is held at this moment: neither lost nor released. */
  public boolean valid() {
    return request.lock().valid();
  }

  /**
   * Says that these bytes may have changed. A writer that names some of its changes must name all
   * of them: others get no other bytes. Without it, changes are found by comparing.
   */
  public void changed(long offset, long length) {
    draft.changed(offset, length);
  }

  /**
   * Changes the number of bytes; further ones are zero. The former {@link #segment} can no longer
   * be accessed.
   *
   * @throws IllegalArgumentException if it is less than 1
   */
  public void resize(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "data '%s' has at least 1 byte, not %,d".formatted(handle.name(), bytes));
    }
    draft.collect();
    mapping.unmap();
    draft.resize(bytes);
  }

  /**
   * Requests the next turn before this one is given up, for computations that take turns. Nodes
   * that are known to wait come first, so that nodes which all request their turns like this write
   * one after the other; with {@link DataHandle#requestWrite} one of them could have two turns
   * while another's request is on its way.
   */
  public Pending<WriteView> again() {
    return handle.requestNextWrite();
  }

  /**
   * Makes the changes the next version. When it returns, as many members have that version as the
   * data has copies, and a majority knows of it. It does not stop for an interrupt.
   *
   * @throws LockLostException if this node was cut off: the others may have the version or not
   * @throws IllegalStateException if it was called before, or the view is closed
   */
  public void commit() {
    if (!mapping.end()) {
      throw new IllegalStateException(
          "the view of data '%s' is committed or closed".formatted(handle.name()));
    }
    committed = true;
    draft.collect();
    unmapShared();
    try {
      site.commit(request, draft);
    } catch (CompletionException e) {
      throw request.lock().valid()
          ? new IllegalStateException("the commit to data '%s' failed".formatted(handle.name()), e)
          : lockLost();
    } finally {
      base.release();
    }
  }

  /** What is written to the data itself must not be possible when others may see it. */
  private void unmapShared() {
    if (!draft.isCopied()) {
      mapping.unmap();
    }
  }

  private RuntimeException lockLost() {
    return switch (request.lock().state()) {
      case LOST -> LockLostException.of(request.lock());
      case WAITING, INSIDE, RELEASED, WITHDRAWN, FAILED ->
          LockLostException.ofExpired(handle.name());
    };
  }

  /** Ends the writing, and lets others in. Discards the changes unless they were committed. */
  @Override
  public void close() {
    boolean open = mapping.end();
    unmapShared();
    if (open && !committed) {
      draft.discard();
      base.release();
    }
    if (!ended) {
      ended = true;
      request.lock().release();
    }
    // Last, since it stops all threads for a moment, and the next writer need not wait for that.
    mapping.unmap();
  }
}
