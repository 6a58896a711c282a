package io.sluice.streams.engine.channel;

import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.graph.Output;
import java.util.ArrayDeque;
import java.util.function.IntFunction;

/** What goes to a stateless operator: its instances get batches in turn, if they have room. */
public final class SharedOutlet extends Outlet {

  @SuppressWarnings("NullAway") // null: none is open
  private Batch open;

  private final ArrayDeque<Batch> sealed = new ArrayDeque<>(2);
  private int lastSize;
  private int turn;

  /** The watermark when the first record that waits was emitted; only if there are any. */
  private long since = Output.NO_TIME;

  public SharedOutlet(int self, boolean timed, int batch, IntFunction<Inbox> inboxes) {
    super(self, timed, batch, inboxes);
  }

  @Override
  public boolean add(int input, Object record, Object key, long time, long recordsWatermark) {
    if (isEmpty()) {
      since = watermark;
    }
    if (open == null || open.input() != input) {
      seal();
      open = new Batch(self, input, false, timed, batch, lastSize);
    }
    open.add(record, time, recordsWatermark);
    if (open.isFull()) {
      seal();
      return true;
    }
    return false;
  }

  @Override
  @SuppressWarnings("NullAway") // see open
  public void seal() {
    if (open != null) {
      // Batches before this one may go to other receivers, and later.
      open.seal(sealed.isEmpty() ? watermark : Math.min(watermark, since));
      lastSize = open.size();
      sealed.add(open);
      open = null;
    }
  }

  @Override
  public boolean send() {
    boolean done = sendNotes();
    for (var batch = sealed.peek(); batch != null; batch = sealed.peek()) {
      if (!offer(batch)) {
        return false;
      }
      sealed.remove();
    }
    for (var target : routed) {
      done &= target.send();
    }
    return done;
  }

  private boolean offer(Batch batch) {
    for (int tried = 0; tried < routed.size(); tried++) {
      var target = routed.get(turn % routed.size());
      turn = turn + 1 == routed.size() ? 0 : turn + 1;
      if (target.isEmpty() && target.inbox().offer(batch)) {
        target.told(batch);
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isEmpty() {
    return open == null && sealed.isEmpty();
  }

  @Override
  public long safeWatermark() {
    return isEmpty() ? watermark : Math.min(watermark, since);
  }

  @Override
  public void rerouted(Route route) {
    turn = 0;
  }

  @Override
  public void wakeWhenRoom(Parking sender) {
    targets.values().forEach(target -> target.inbox().wakeWhenRoom(sender));
  }

  @Override
  public boolean hasRoom() {
    for (var target : targets.values()) {
      boolean wanted = !target.isEmpty() || (!sealed.isEmpty() && routed.contains(target));
      if (wanted && !target.inbox().isFull()) {
        return true;
      }
    }
    return false;
  }
}
