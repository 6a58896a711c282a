package io.sluice.streams.engine.channel;

import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.graph.Output;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What goes to a keyed operator: each record to the owner of its key's group. */
public final class KeyedOutlet extends Outlet {

  /** The records for one receiver that have not been sent. */
  private static final class Pending {

    @SuppressWarnings("NullAway") // null: none is open
    Batch open;

    int lastSize;

    /** The sender's watermark when the first of them was emitted; only if there are any. */
    long since;

    int sealed;

    boolean isEmpty() {
      return open == null && sealed == 0;
    }
  }

  private final Map<Target, Pending> pending = new HashMap<>();

  /** While records are dealt out again, the watermark when the first of them was emitted. */
  private long dealing = Output.END_OF_TIME;

  private Target[] owners = {};
  private Pending[] owned = {};

  public KeyedOutlet(int self, boolean timed, int batch, IntFunction<Inbox> inboxes) {
    super(self, timed, batch, inboxes);
  }

  @Override
  public boolean add(int input, Object record, Object key, long time, long recordsWatermark) {
    return add(input, record, key, group(key, owners.length), time, recordsWatermark);
  }

  /** The group of a key. */
  public static int group(Object key, int groups) {
    int hash = key.hashCode() * 0x9E3779B9; // Neighbouring hash codes get far apart.
    return Math.floorMod(hash ^ (hash >>> 15), groups);
  }

  private boolean add(
      int input, Object record, Object key, int group, long time, long recordsWatermark) {
    var waiting = owned[group];
    if (waiting.isEmpty()) {
      waiting.since = watermark;
    }
    if (waiting.open == null || waiting.open.input() != input) {
      seal(owners[group], waiting);
      waiting.open = new Batch(self, input, true, timed, batch, waiting.lastSize);
    }
    waiting.open.add(record, key, group, time, recordsWatermark);
    if (waiting.open.isFull()) {
      seal(owners[group], waiting);
      return true;
    }
    return false;
  }

  @SuppressWarnings("NullAway") // see open
  private void seal(Target target, Pending waiting) {
    var batch = waiting.open;
    if (batch != null) {
      batch.seal(safeBeside(waiting));
      target.add(batch);
      waiting.sealed++;
      waiting.lastSize = batch.size();
      waiting.open = null;
    }
  }

  /**
   * The watermark behind everything that this receiver has got or will get with what waits for it.
   * Records that wait for others count, too, since they may yet go to this one.
   */
  private long safeBeside(Pending own) {
    long safe = Math.min(watermark, dealing);
    for (var other : pending.values()) {
      if (other != own && !other.isEmpty()) {
        safe = Math.min(safe, other.since);
      }
    }
    return safe;
  }

  @Override
  public long safeWatermark() {
    long safe = watermark;
    for (var each : pending.values()) {
      if (!each.isEmpty()) {
        safe = Math.min(safe, each.since);
      }
    }
    return safe;
  }

  @Override
  public void seal() {
    pending.forEach(this::seal);
  }

  @Override
  public boolean send() {
    boolean done = sendNotes();
    for (var each : pending.entrySet()) {
      if (each.getKey().send()) {
        each.getValue().sealed = 0;
      } else {
        done = false;
      }
    }
    return done;
  }

  @Override
  public boolean isEmpty() {
    for (var each : pending.entrySet()) {
      if (!each.getValue().isEmpty() || !each.getKey().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void rerouted(Route route) {
    var before = new HashMap<>(pending);
    pending.keySet().retainAll(routed);
    var former = owners;
    owners = new Target[route.owners().size()];
    owned = new Pending[owners.length];
    for (int group = 0; group < owners.length; group++) {
      owners[group] = target(route.owners().get(group));
      owned[group] = pending.computeIfAbsent(owners[group], _ -> new Pending());
    }
    before.forEach(
        (target, waiting) -> {
          if (!waiting.isEmpty() && hasLost(target, former)) {
            redistribute(target, waiting);
          }
        });
  }

  private boolean hasLost(Target target, Target[] former) {
    for (int group = 0; group < former.length; group++) {
      if (former[group] == target && owners[group] != target) {
        return true;
      }
    }
    return false;
  }

  /** What waits for a receiver that has lost groups is dealt out again, in the same order. */
  @SuppressWarnings("NullAway") // see open
  private void redistribute(Target target, Pending waiting) {
    var open = waiting.open;
    waiting.open = null;
    waiting.sealed = 0;
    long since = waiting.since;
    dealing = since;
    for (var item : target.takeItems()) {
      if (item instanceof Batch batch) {
        addAgain(batch, since);
      } else if (routed.contains(target)) {
        target.add(item);
      }
    }
    if (open != null) {
      addAgain(open, since);
    }
    dealing = Output.END_OF_TIME;
  }

  private void addAgain(Batch batch, long since) {
    for (int k = 0; k < batch.size(); k++) {
      int group = batch.group(k);
      var _ =
          add(
              batch.input(),
              batch.record(k),
              batch.key(k),
              group,
              batch.time(k),
              batch.watermark(k));
      owned[group].since = Math.min(owned[group].since, since);
    }
  }

  @Override
  public void wakeWhenRoom(Parking sender) {
    targets.values().stream()
        .filter(target -> !target.isEmpty())
        .forEach(target -> target.inbox().wakeWhenRoom(sender));
  }

  @Override
  public boolean hasRoom() {
    for (var target : targets.values()) {
      if (!target.isEmpty() && !target.inbox().isFull()) {
        return true;
      }
    }
    return false;
  }
}
