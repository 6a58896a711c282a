package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.graph.Logic.KeyContext;
import io.sluice.streams.graph.Logic.KeyedTask;
import io.sluice.streams.graph.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Runs a keyed task alone, with state and timers in memory. */
final class KeyedRun {

  private final KeyedTask task;
  private final Map<Object, Object> states = new HashMap<>();
  private final TreeMap<Long, Set<Object>> timers = new TreeMap<>();
  private final List<Emitted> emitted = new ArrayList<>();
  private long watermark = Output.NO_TIME;

  KeyedRun(KeyedTask task) {
    this.task = task;
  }

  /**
   * Processes a record.
   *
   * @param stamp the watermark at its source when it was read
   */
  void record(int input, Object key, Object record, long time, long stamp) throws Exception {
    assertThat(stamp).isGreaterThanOrEqualTo(watermark);
    task.process(input, record, new Context(key, time, stamp));
  }

  /** The watermark arrives: timers expire. */
  void advance(long next) throws Exception {
    assertThat(next).isGreaterThanOrEqualTo(watermark);
    while (!timers.isEmpty() && timers.firstKey() <= next) {
      var first = timers.pollFirstEntry();
      for (var key : first.getValue()) {
        task.expired(first.getKey(), new Context(key, first.getKey(), first.getKey() - 1));
      }
    }
    watermark = next;
  }

  void end() throws Exception {
    advance(Output.END_OF_TIME);
  }

  long watermark() {
    return watermark;
  }

  Set<Object> keysWithState() {
    return states.keySet();
  }

  List<Emitted> emitted() {
    return emitted;
  }

  List<Object> records(int port) {
    return emitted.stream().filter(each -> each.port() == port).map(Emitted::record).toList();
  }

  private final class Context implements KeyContext {

    private final Object key;
    private final long time;
    private final long stamp;

    Context(Object key, long time, long stamp) {
      this.key = key;
      this.time = time;
      this.stamp = stamp;
    }

    @Override
    public Object key() {
      return key;
    }

    @Override
    public Object state(Supplier<?> initial) {
      return states.containsKey(key) ? states.get(key) : initial.get();
    }

    @Override
    public void setState(Object next) {
      states.put(key, next);
    }

    @Override
    public void removeState() {
      states.remove(key);
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
    public void timer(long timer) {
      timers.computeIfAbsent(timer, _ -> new LinkedHashSet<>()).add(key);
    }

    @Override
    public void emit(int port, Object record) {
      emit(port, record, time, stamp);
    }

    @Override
    public void emit(int port, Object record, long at, long stampOfRecord) {
      // What is emitted on time must not be behind the watermark that was sent already.
      if (at > stampOfRecord) {
        assertThat(at).isGreaterThan(task.watermark(KeyedRun.this.watermark));
      }
      emitted.add(new Emitted(port, record, at, stampOfRecord));
    }
  }
}
