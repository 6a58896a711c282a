package io.sluice.streams.kafka.slot;

import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.slot.Item.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs a keyed operator: records whose key group is not here yet are parked until it comes. */
final class KeyedWork extends Work {

  private final KeyedTask task;
  private final Sender out;
  private final Store store;
  private final Map<Integer, Function<Object, Object>> keys = new HashMap<>();
  private final Context context;

  /** The watermark up to which timers have expired. */
  private long watermark;

  KeyedWork(
      String pipeline,
      Operator operator,
      KeyedTask task,
      Store store,
      long watermark,
      Sender out,
      Counts counts) {
    super(pipeline, operator, counts);
    this.task = task;
    this.out = out;
    this.store = store;
    this.watermark = watermark;
    this.context = new Context();
    operator
        .inputs()
        .forEach(input -> keys.put(input.number(), input.key().orElse(Function.identity())));
  }

  /** Owns these groups from now on: what was parked of them is processed, then their timers. */
  void install(List<Integer> moved) {
    store.install(moved);
    for (int group : moved) {
      for (var next = store.takeParked(group); next.isPresent(); next = store.takeParked(group)) {
        process(next.get());
      }
      expire(store.get(group));
    }
  }

  @Override
  void process(Entry entry) {
    if (!store.has(entry.group())) {
      store.park(entry);
      return;
    }
    store.relieve();
    try {
      var key = keys.getOrDefault(entry.input(), Function.identity()).apply(entry.record());
      context.enter(store.get(entry.group()), key, entry.time(), entry.watermark());
      task.process(entry.input(), entry.record(), context);
    } catch (Throwable e) {
      failures().at(entry.record(), e);
    }
  }

  @Override
  void advance(long next) {
    watermark = next;
    store.all().forEach(group -> expire(store.get(group)));
  }

  private void expire(StoredGroup group) {
    if (watermark == Output.END_OF_TIME) {
      // Those that are set meanwhile never expire: a timer that sets the next one would not end.
      group.takeAll().forEach(each -> expire(group, each));
    }
    while (group.isDue(watermark) && watermark < Output.END_OF_TIME) {
      expire(group, group.takeFirst());
    }
  }

  private void expire(StoredGroup group, Map.Entry<Long, Set<Object>> timers) {
    for (var key : timers.getValue()) {
      store.relieve();
      context.enter(group, key, timers.getKey(), timers.getKey() - 1);
      try {
        task.expired(timers.getKey(), context);
      } catch (Throwable e) {
        failures().at(key, e);
      }
    }
  }

  @Override
  void clear() {
    watermark = Output.NO_TIME;
  }

  @Override
  long watermark(long input) {
    return task.watermark(input);
  }

  /** The key that is being processed. */
  private final class Context implements KeyContext {

    @SuppressWarnings("NullAway") // set before each call
    private StoredGroup group;

    private Object key = "";
    private long time;
    private long stamp;

    void enter(StoredGroup newGroup, Object newKey, long newTime, long newStamp) {
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
      return group.state(key).orElseGet(initial);
    }

    @Override
    public void setState(Object next) {
      group.state(key, Optional.of(next));
    }

    @Override
    public void removeState() {
      group.state(key, Optional.empty());
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
