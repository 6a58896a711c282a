package io.sluice.streams.kafka.slot;

import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.state.Keys;
import io.sluice.streams.kafka.state.StateTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The state of one key group in a {@link Store}: its keys with their state and timers. With files,
 * memory has the keys that were used last, and the times of all timers with their keys.
 */
final class StoredGroup {

  /** In place of the value of a key that was removed since its group was copied. */
  private static final byte[] NOTHING = new byte[0];

  /** A key whose state or timers have changed since the last step. */
  record Change(StoredGroup group, Object key, Cell cell) {}

  /** One key: its state, and the times of its timers. */
  static final class Cell {
    Optional<Object> state = Optional.empty();
    final TreeSet<Long> timers = new TreeSet<>();
    boolean changed;

    /** What it counts among what is {@link Cached}. */
    int cached;

    boolean isEmpty() {
      return state.isEmpty() && timers.isEmpty();
    }
  }

  private final int number;
  private final long epoch;
  private final int slot;
  private final RecordFormat format;
  private final Optional<StateTable> files;
  private final List<Change> changes;
  private final Cached cached;
  private final Map<Object, Cell> cells = new HashMap<>();
  private final TreeMap<Long, Set<Object>> timers = new TreeMap<>();

  /** The keys that have changed since the group was copied, if it was. */
  private Optional<Set<Object>> sinceCopy = Optional.empty();

  /**
   * @param changes gets what changes
   */
  StoredGroup(
      int number,
      long epoch,
      int slot,
      RecordFormat format,
      Optional<StateTable> files,
      List<Change> changes,
      Cached cached) {
    this.cached = cached;
    this.number = number;
    this.epoch = epoch;
    this.slot = slot;
    this.format = format;
    this.files = files;
    this.changes = changes;
  }

  Optional<Object> state(Object key) {
    return find(key).flatMap(cell -> cell.state);
  }

  private Optional<Cell> find(Object key) {
    var inMemory = Optional.ofNullable(cells.get(key));
    if (inMemory.isPresent() || files.isEmpty()) {
      return inMemory;
    }
    var value = files.get().get(slot, Keys.state(number, format.toBytes(key)));
    var found = value.flatMap(this::current).map(this::read);
    found.ifPresent(
        cell -> {
          cells.put(key, cell);
          cached.has(cell, value.get().length);
        });
    return found;
  }

  /** An entry behind its epoch, if that is the present one. */
  Optional<ByteReader> current(byte[] value) {
    var in = new ByteReader(value);
    return in.number() == epoch ? Optional.of(in) : Optional.empty();
  }

  void state(Object key, Optional<Object> next) {
    changing(key).state = next;
  }

  void timer(long time, Object key) {
    changing(key).timers.add(time);
    timers.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(key);
  }

  private Cell changing(Object key) {
    var cell = find(key).orElseGet(Cell::new);
    cells.put(key, cell);
    sinceCopy.ifPresent(keys -> keys.add(key));
    if (!cell.changed) {
      cell.changed = true;
      changes.add(new Change(this, key, cell));
    }
    return cell;
  }

  boolean isDue(long watermark) {
    return !timers.isEmpty() && timers.firstKey() <= watermark;
  }

  /** Takes the timers of the first time; there is one. */
  Map.Entry<Long, Set<Object>> takeFirst() {
    var first = timers.pollFirstEntry();
    first.getValue().forEach(key -> changing(key).timers.remove(first.getKey()));
    return first;
  }

  /** Takes all timers that are set. */
  List<Map.Entry<Long, Set<Object>>> takeAll() {
    var all = new ArrayList<Map.Entry<Long, Set<Object>>>();
    while (!timers.isEmpty()) {
      all.add(takeFirst());
    }
    return all;
  }

  private Cell read(ByteReader in) {
    var cell = new Cell();
    for (int left = in.count(); left > 0; left--) {
      cell.timers.add(in.number());
    }
    if (in.flag()) {
      cell.state = Optional.of(format.read(in));
    }
    return cell;
  }

  /** Takes an entry, behind its epoch; of one that is in files only the timers. */
  void load(byte[] key, ByteReader in) {
    if (files.isEmpty()) {
      var decoded = format.fromBytes(key);
      var cell = read(in);
      cells.put(decoded, cell);
      cell.timers.forEach(
          time -> timers.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(decoded));
      return;
    }
    int number = in.count();
    if (number > 0) {
      var decoded = format.fromBytes(key);
      for (int left = number; left > 0; left--) {
        timers.computeIfAbsent(in.number(), _ -> new LinkedHashSet<>()).add(decoded);
      }
    }
  }

  /** Forgets an entry, with its timers. */
  void unload(Object key) {
    find(key).ifPresent(cell -> cell.timers.forEach(time -> forgetTimer(time, key)));
    forget(key);
  }

  private void forgetTimer(long time, Object key) {
    var keys = timers.get(time);
    if (keys != null) {
      keys.remove(key);
      if (keys.isEmpty()) {
        timers.remove(time);
      }
    }
  }

  private void write(Cell cell, ByteWriter out) {
    out.number(cell.timers.size());
    cell.timers.forEach(out::number);
    out.flag(cell.state.isPresent());
    cell.state.ifPresent(state -> format.write(state, out));
  }

  /** The value of a key as bytes, without the epoch; nothing if the key has none. */
  byte[] valueOf(Object key) {
    var cell = find(key);
    if (cell.isEmpty() || cell.get().isEmpty()) {
      return NOTHING;
    }
    var value = new ByteWriter();
    write(cell.get(), value);
    return value.toBytes();
  }

  byte[] withEpoch(Cell cell) {
    var out = new ByteWriter();
    out.number(epoch);
    write(cell, out);
    return out.toBytes();
  }

  /** Gives each key with its value as bytes, without the epoch. */
  void forEach(BiConsumer<byte[], byte[]> each) {
    if (files.isPresent()) {
      files
          .get()
          .scan(
              slot,
              Keys.group(number),
              (key, value) -> current(value).ifPresent(in -> each.accept(key, in.rest())));
      return;
    }
    cells.forEach(
        (key, cell) -> {
          if (!cell.isEmpty()) {
            var value = new ByteWriter();
            write(cell, value);
            each.accept(format.toBytes(key), value.toBytes());
          }
        });
  }

  /** Forgets what is in files as well; nothing has changed since it was put there. */
  void trim() {
    cells.values().forEach(cached::forget);
    cells.clear();
  }

  int number() {
    return number;
  }

  long epoch() {
    return epoch;
  }

  /** Forgets a key that has neither state nor timers. */
  void forget(Object key) {
    var cell = cells.remove(key);
    if (cell != null) {
      cached.forget(cell);
    }
  }

  /** From now on the keys that change are noted, for a copy that is being made. */
  void beginCopy() {
    sinceCopy = Optional.of(new HashSet<>());
  }

  /** No copy is relied on any more. */
  void endCopy() {
    sinceCopy = Optional.empty();
  }

  /** The keys that have changed since a copy was made, if one was. */
  Optional<Set<Object>> sinceCopy() {
    return sinceCopy;
  }
}
