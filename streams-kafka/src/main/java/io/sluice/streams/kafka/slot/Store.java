package io.sluice.streams.kafka.slot;

import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.slot.Item.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The state of the key groups of one slot: in memory, and as changes in its state partition, which
 * are written before each commit. An entry of the partition is one key with its state and its
 * timers. It carries the epoch of its group: entries of an earlier epoch are what is left of a
 * group that has moved away since, and count for nothing.
 */
final class Store {

  /** State that moves is cut into records of about that size. */
  private static final int CHUNK_BYTES = 1 << 18;

  /** One key: its state, and the times of its timers. */
  private static final class Cell {
    Optional<Object> state = Optional.empty();
    final TreeSet<Long> timers = new TreeSet<>();
    boolean changed;

    boolean isEmpty() {
      return state.isEmpty() && timers.isEmpty();
    }
  }

  /** One group. */
  final class Group {
    private final int number;
    private final long epoch;
    private final Map<Object, Cell> cells = new HashMap<>();
    private final TreeMap<Long, Set<Object>> timers = new TreeMap<>();

    private Group(int number, long epoch) {
      this.number = number;
      this.epoch = epoch;
    }

    Optional<Object> state(Object key) {
      return Optional.ofNullable(cells.get(key)).flatMap(cell -> cell.state);
    }

    void state(Object key, Optional<Object> next) {
      changing(key).state = next;
    }

    void timer(long time, Object key) {
      changing(key).timers.add(time);
      timers.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(key);
    }

    private Cell changing(Object key) {
      var cell = cells.computeIfAbsent(key, _ -> new Cell());
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

    private void load(Object key, byte[] value) {
      var in = new ByteReader(value);
      var cell = new Cell();
      if (in.flag()) {
        cell.state = Optional.of(format.read(in));
      }
      for (int left = in.count(); left > 0; left--) {
        long time = in.number();
        cell.timers.add(time);
        timers.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(key);
      }
      cells.put(key, cell);
    }

    private void write(Cell cell, ByteWriter out) {
      out.flag(cell.state.isPresent());
      cell.state.ifPresent(state -> format.write(state, out));
      out.number(cell.timers.size());
      cell.timers.forEach(out::number);
    }
  }

  private record Change(Group group, Object key, Cell cell) {}

  /** A record that waits for the state of its group, and its entry of the state partition. */
  private record Parked(long number, Entry entry) {}

  private final int slot;
  private final RecordFormat format;
  private final Items items;
  private final Writes writes;
  private final Map<Integer, Group> groups = new HashMap<>();
  private final Map<Integer, Group> arriving = new HashMap<>();
  private final Map<Integer, ArrayDeque<Parked>> parked = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private int parkedRecords;
  private long nextParked;

  Store(int slot, RecordFormat format, Items items, Writes writes) {
    this.slot = slot;
    this.format = format;
    this.items = items;
    this.writes = writes;
  }

  /** Begins with groups of these epochs, whose entries follow. */
  void resume(Map<Integer, Long> here, Map<Integer, Long> coming) {
    here.forEach((group, epoch) -> groups.put(group, new Group(group, epoch)));
    coming.forEach((group, epoch) -> arriving.put(group, new Group(group, epoch)));
  }

  /** An entry of the state partition. */
  void restore(Keys.OfState key, byte[] value) {
    var in = new ByteReader(value);
    long epoch = in.number();
    var group = groups.getOrDefault(key.group(), arriving.get(key.group()));
    if (group != null && group.epoch == epoch) {
      group.load(format.fromBytes(key.key()), in.rest());
    }
  }

  /** An entry of the state partition; they come in the order of their numbers. */
  void restore(Keys.OfParked key, byte[] value) {
    nextParked = Math.max(nextParked, key.number() + 1);
    var entry = items.entry(value);
    park(new Parked(key.number(), entry));
  }

  boolean has(int group) {
    return groups.containsKey(group);
  }

  Group get(int group) {
    var found = groups.get(group);
    if (found == null) {
      throw new IllegalStateException("the state of key group %d is not here".formatted(group));
    }
    return found;
  }

  List<Integer> all() {
    return List.copyOf(new TreeSet<>(groups.keySet()));
  }

  Map<Integer, Long> epochs() {
    var all = new HashMap<Integer, Long>();
    groups.forEach((number, group) -> all.put(number, group.epoch));
    return all;
  }

  Map<Integer, Long> arriving() {
    var all = new HashMap<Integer, Long>();
    arriving.forEach((number, group) -> all.put(number, group.epoch));
    return all;
  }

  // Moving

  /**
   * Gives the state of some groups away.
   *
   * @param chunks gets it in pieces
   * @return the epochs of these groups from now on
   */
  Map<Integer, Long> give(List<Integer> moving, Consumer<byte[]> chunks) {
    var epochs = new HashMap<Integer, Long>();
    for (int number : moving) {
      var group = get(number);
      epochs.put(number, group.epoch + 1);
      cut(group, chunks);
      groups.remove(number);
      changes.removeIf(change -> change.group() == group);
    }
    return epochs;
  }

  private void cut(Group group, Consumer<byte[]> chunks) {
    var chunk = new ByteWriter();
    for (var each : group.cells.entrySet()) {
      if (!each.getValue().isEmpty()) {
        if (chunk.size() == 0) {
          chunk.number(group.number);
        }
        chunk.bytes(format.toBytes(each.getKey()));
        var value = new ByteWriter();
        group.write(each.getValue(), value);
        chunk.bytes(value.toBytes());
        if (chunk.size() >= CHUNK_BYTES) {
          chunks.accept(chunk.toBytes());
          chunk = new ByteWriter();
        }
      }
    }
    if (chunk.size() > 0) {
      chunks.accept(chunk.toBytes());
    }
  }

  /** The state of these groups follows. */
  void expect(Map<Integer, Long> epochs) {
    epochs.forEach((number, epoch) -> arriving.put(number, new Group(number, epoch)));
  }

  /** A piece of the state of a group that is expected. It is durable from the next commit on. */
  void arrive(byte[] chunk) {
    var in = new ByteReader(chunk);
    int number = in.smallNumber();
    var group = arriving.get(number);
    if (group == null) {
      throw new IllegalStateException("the state of group %d is not expected".formatted(number));
    }
    while (!in.isAtEnd()) {
      byte[] key = in.bytes();
      byte[] value = in.bytes();
      group.load(format.fromBytes(key), value);
      writes.put(slot, Keys.state(number, key), withEpoch(group, value));
    }
  }

  private static byte[] withEpoch(Group group, byte[] value) {
    var out = new ByteWriter();
    out.number(group.epoch);
    out.raw(value);
    return out.toBytes();
  }

  /** Owns these groups from now on. */
  void install(List<Integer> moved) {
    for (int number : moved) {
      var group = arriving.remove(number);
      if (group == null) {
        throw new IllegalStateException("the state of group %d has not come".formatted(number));
      }
      groups.put(number, group);
    }
  }

  // Parking

  void park(Entry entry) {
    var next = new Parked(nextParked++, entry);
    writes.put(slot, Keys.parked(next.number()), items.toBytes(entry));
    park(next);
  }

  private void park(Parked next) {
    parked.computeIfAbsent(next.entry().group(), _ -> new ArrayDeque<>()).add(next);
    parkedRecords++;
  }

  /** Takes the first record that waits for this group. */
  Optional<Entry> takeParked(int group) {
    var first = Optional.ofNullable(parked.get(group)).map(ArrayDeque::poll);
    first.ifPresent(
        each -> {
          parkedRecords--;
          writes.remove(slot, Keys.parked(each.number()));
        });
    return first.map(Parked::entry);
  }

  int parkedRecords() {
    return parkedRecords;
  }

  // Saving

  /** Writes what has changed since the last time. */
  void save() {
    for (var change : changes) {
      var group = change.group();
      var cell = change.cell();
      cell.changed = false;
      byte[] key = Keys.state(group.number, format.toBytes(change.key()));
      if (cell.isEmpty()) {
        group.cells.remove(change.key());
        writes.remove(slot, key);
      } else {
        var out = new ByteWriter();
        out.number(group.epoch);
        group.write(cell, out);
        writes.put(slot, key, out.toBytes());
      }
    }
    changes.clear();
  }
}
