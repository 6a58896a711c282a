package io.sluice.locks.data;

import io.sluice.locks.DataHandle;
import io.sluice.locks.Pending;
import io.sluice.locks.ReadView;
import io.sluice.locks.WriteView;
import io.sluice.protocol.data.Handle;
import io.sluice.protocol.data.Handle.Call;
import io.sluice.protocol.data.Handle.Mode;
import io.sluice.protocol.data.Handle.Phase;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * A handle with the nine calls of Hernane and Gustedt, <em>Transparent distributed data management
 * in large scale distributed systems</em> (2016), section 5. Calls may come in any order and from
 * any thread: one that does not fit is ignored, a request gives up whatever was requested or held,
 * and destroy is legal at any time. {@link Handle} has the table, which was searched.
 *
 * <pre>{@code
 * var h = new Dho(sluice.data("A").size(1 << 20));
 * h.create();
 * h.ewRequest();
 * compute();
 * h.ewAcquire().ifPresent(data -> data.set(ValueLayout.JAVA_INT, 0, 42));
 * h.ewRelease();
 * h.destroy();
 * }</pre>
 */
public final class Dho {

  private final DataHandle.Builder data;
  private Handle.State state = Handle.State.FIRST;
  private Optional<DataHandle> handle = Optional.empty();
  private Optional<Pending<?>> pending = Optional.empty();
  private Optional<ReadView> reading = Optional.empty();
  private Optional<WriteView> writing = Optional.empty();

  /**
   * @param data what {@link #create} opens
   */
  public Dho(DataHandle.Builder data) {
    this.data = data;
  }

  /** {@code dho_create}: links the handle to the data. */
  public synchronized void create() {
    call(Call.CREATE);
    if (handle.isEmpty()) {
      handle = Optional.of(data.open());
    }
  }

  /** {@code dho_cr_request}: requests to read; never waits. */
  public synchronized void crRequest() {
    call(Call.CR_REQUEST);
  }

  /** {@code dho_ew_request}: requests to write; never waits. */
  public synchronized void ewRequest() {
    call(Call.EW_REQUEST);
  }

  /** {@code dho_test}: how far the handle is; never waits. */
  public synchronized Phase test() {
    if (pending.filter(each -> each.state() == Pending.State.READY).isPresent()
        && state.phase() == Phase.REQUESTED) {
      state = Handle.granted(state).next();
    }
    return state.phase();
  }

  /**
   * {@code dho_cr_acquire}: waits until the data can be read.
   *
   * @return the data; nothing if the call was ignored, or the request was given up meanwhile
   */
  public Optional<MemorySegment> crAcquire() throws InterruptedException {
    return acquire(Call.CR_ACQUIRE);
  }

  /** {@code dho_ew_acquire}: waits until the data can be written; as {@link #crAcquire}. */
  public Optional<MemorySegment> ewAcquire() throws InterruptedException {
    return acquire(Call.EW_ACQUIRE);
  }

  /** {@code dho_cr_release}: ends the reading. */
  public synchronized void crRelease() {
    call(Call.CR_RELEASE);
  }

  /** {@code dho_ew_release}: commits what was written, and ends the writing. */
  public synchronized void ewRelease() {
    call(Call.EW_RELEASE);
  }

  /** {@code dho_destroy}: gives up whatever is requested or held; every later call is ignored. */
  public synchronized void destroy() {
    call(Call.DESTROY);
  }

  private void call(Call call) {
    var step = Handle.on(state, call);
    state = step.next();
    for (var action : step.actions()) {
      switch (action) {
        case GIVE_UP -> giveUp();
        case REQUEST_READ -> pending = handle.map(DataHandle::requestRead);
        case REQUEST_WRITE -> pending = handle.map(DataHandle::requestWrite);
        case FINISH -> finish();
        case MAP -> {}
      }
    }
  }

  private void giveUp() {
    pending.ifPresent(Pending::close);
    reading.ifPresent(ReadView::close);
    writing.ifPresent(WriteView::close);
    pending = Optional.empty();
    reading = Optional.empty();
    writing = Optional.empty();
  }

  private void finish() {
    try {
      writing.ifPresent(WriteView::commit);
    } finally {
      giveUp();
    }
  }

  private Optional<MemorySegment> acquire(Call call) throws InterruptedException {
    Pending<?> waiting;
    synchronized (this) {
      var before = test();
      call(call);
      boolean acquires = before != state.phase() && pending.isPresent();
      if (!acquires) {
        return Optional.empty();
      }
      waiting = pending.get();
    }
    try {
      return mapped(waiting, waiting.acquire());
    } catch (IllegalStateException givenUp) {
      synchronized (this) {
        if (pending.filter(each -> each == waiting).isPresent()) {
          state = Handle.on(Handle.State.FIRST, Call.CREATE).next();
          throw givenUp; // Not by a call: the lock or the data was lost.
        }
        return Optional.empty();
      }
    }
  }

  private synchronized Optional<MemorySegment> mapped(Pending<?> waiting, Object view) {
    boolean current = pending.filter(each -> each == waiting).isPresent();
    switch (view) {
      case ReadView read when current -> reading = Optional.of(read);
      case WriteView write when current -> writing = Optional.of(write);
      case ReadView read -> read.close();
      case WriteView write -> write.close();
      default -> throw new IllegalStateException("no such view: " + view);
    }
    if (!current) {
      return Optional.empty();
    }
    if (state.phase() == Phase.BLOCKED) {
      state = Handle.granted(state).next();
    }
    return state.mode() == Mode.READ
        ? reading.map(ReadView::segment)
        : writing.map(WriteView::segment);
  }
}
