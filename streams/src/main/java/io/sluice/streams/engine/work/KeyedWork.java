package io.sluice.streams.engine.work;

import io.sluice.protocol.scaling.keyed.KeyGroups;
import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.engine.work.KeyedStore.Kept;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Runs a keyed operator: records whose key group is not here yet are kept until it comes. */
public final class KeyedWork extends Work {

  private final KeyedTask task;
  private final Sending out;
  private final KeyedStore store;
  private final Context context = new Context();

  /** The watermark up to which timers have expired. */
  private long watermark = Output.NO_TIME;

  public KeyedWork(Graph graph, Operator operator, KeyedTask task, Sending out, Meter meter) {
    super(graph, operator, meter);
    this.task = task;
    this.out = out;
    this.store = new KeyedStore(graph.keyGroups());
  }

  /** Owns groups that have no state yet. */
  public void begin(KeyGroups owned) {
    store.begin(owned);
  }

  /** Gives the state of some groups away. */
  public Map<Integer, GroupState> give(KeyGroups groups) {
    return store.take(groups);
  }

  /** Owns these groups from now on: what was kept of them is processed, then their timers. */
  public void install(Map<Integer, GroupState> moved) {
    moved.forEach(
        (group, state) -> {
          store.put(group, state);
          int replayed = 0;
          for (var next = store.takeKept(group); next.isPresent(); next = store.takeKept(group)) {
            process(next.get(), group);
            replayed++;
          }
          meter().processed(replayed);
          expire(state);
        });
  }

  private void process(Kept kept, int group) {
    process(kept.input(), kept.record(), kept.key(), group, kept.time(), kept.watermark());
  }

  @Override
  public int keptRecords() {
    return store.keptRecords();
  }

  @Override
  public void process(Batch batch) {
    int kept = 0;
    for (int k = 0; k < batch.size(); k++) {
      int group = batch.group(k);
      if (store.has(group)) {
        process(
            batch.input(), batch.record(k), batch.key(k), group, batch.time(k), batch.watermark(k));
      } else {
        store.keep(
            group,
            new Kept(
                batch.input(), batch.record(k), batch.key(k), batch.time(k), batch.watermark(k)));
        kept++;
      }
    }
    meter().processed(batch.size() - kept);
  }

  private void process(
      int input, Object record, Object key, int group, long time, long recordsWatermark) {
    context.enter(store.get(group), key, time, recordsWatermark);
    try {
      task.process(input, record, context);
    } catch (Throwable e) {
      failures().at(record, e);
    }
  }

  @Override
  public void advance(long next) {
    watermark = next;
    for (int group = 0; group < store.size(); group++) {
      if (store.has(group)) {
        expire(store.get(group));
      }
    }
  }

  private void expire(GroupState state) {
    if (watermark == Output.END_OF_TIME) {
      // Those that are set meanwhile never expire: a timer that sets the next one would not end.
      state.takeAll().forEach((time, keys) -> expire(state, time, keys));
    }
    while (state.isDue(watermark) && watermark < Output.END_OF_TIME) {
      expire(state, state.firstTimer(), state.takeFirst());
    }
  }

  private void expire(GroupState state, long time, Set<Object> keys) {
    for (var key : keys) {
      context.enter(state, key, time, time - 1);
      try {
        task.expired(time, context);
      } catch (Throwable e) {
        failures().at(key, e);
      }
    }
  }

  @Override
  public long watermark(long input) {
    return task.watermark(input);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  /** The key that is being processed. */
  private final class Context implements KeyContext {

    private GroupState group = new GroupState();
    private Object key = "";
    private long time;
    private long stamp;

    void enter(GroupState newGroup, Object newKey, long newTime, long newStamp) {
      group = newGroup;
      key = newKey;
      time = newTime;
      stamp = newStamp;
      out.at(newTime, newStamp);
    }

    @Override
    public Object key() {
      return key;
    }

    @Override
    public Object state(Supplier<?> initial) {
      var state = group.states.get(key);
      return state == null ? initial.get() : state;
    }

    @Override
    public void setState(Object next) {
      group.states.put(key, next);
    }

    @Override
    public void removeState() {
      group.states.remove(key);
    }

    @Override
    public long time() {
      return time;
    }

    @Override
    public long watermark() {
      return stamp;
    }

    @Override
    public void timer(long at) {
      group.timer(at, key);
    }

    @Override
    public void emit(int port, Object record) {
      out.emit(port, record);
    }

    @Override
    public void emit(int port, Object record, long recordsTime, long recordsWatermark) {
      out.emit(port, record, recordsTime, recordsWatermark);
    }
  }
}
