package io.sluice.streams.kafka.slot;

import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.slot.Item.Entry;
import io.sluice.streams.kafka.state.StateTable;
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
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The state of the key groups of one slot: in memory or in {@link StateTable}, and as changes in
 * its state partition, which are written before each commit. An entry of the partition is one key
 * with its timers and its state. It carries the epoch of its group: entries of an earlier epoch are
 * what is left of a group that has moved away since, and count for nothing.
 *
 * <p>With files, memory has the keys that were used last, and the times of all timers with their
 * keys.
 */
final class Store {

  /** With files, a group has up to that number of keys in memory between steps. */
  private static final int MOST_CACHED = 1_000;

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
      return find(key).flatMap(cell -> cell.state);
    }

    private Optional<Cell> find(Object key) {
      var cached = Optional.ofNullable(cells.get(key));
      if (cached.isPresent() || files.isEmpty()) {
        return cached;
      }
      var found =
          files
              .get()
              .get(slot, Keys.state(number, format.toBytes(key)))
              .flatMap(this::current)
              .map(this::read);
      found.ifPresent(cell -> cells.put(key, cell));
      return found;
    }

    /** An entry behind its epoch, if that is the present one. */
    private Optional<ByteReader> current(byte[] value) {
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
    private void load(byte[] key, ByteReader in) {
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

    private void write(Cell cell, ByteWriter out) {
      out.number(cell.timers.size());
      cell.timers.forEach(out::number);
      out.flag(cell.state.isPresent());
      cell.state.ifPresent(state -> format.write(state, out));
    }

    private byte[] withEpoch(Cell cell) {
      var out = new ByteWriter();
      out.number(epoch);
      write(cell, out);
      return out.toBytes();
    }

    /** Gives each key with its value as bytes, without the epoch. */
    private void forEach(BiConsumer<byte[], byte[]> each) {
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

    /** With files, forgets what is in them as well. */
    private void trim() {
      if (files.isPresent() && cells.size() > MOST_CACHED) {
        cells.clear();
      }
    }
  }

  private record Change(Group group, Object key, Cell cell) {}

  /** A record that waits for the state of its group, and its entry of the state partition. */
  private record Parked(long number, Entry entry) {}

  private final int slot;
  private final RecordFormat format;
  private final Items items;
  private final Writes writes;
  private final Optional<StateTable> files;
  private final Map<Integer, Group> groups = new HashMap<>();
  private final Map<Integer, Group> arriving = new HashMap<>();
  private final Map<Integer, ArrayDeque<Parked>> parked = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private int parkedRecords;
  private long nextParked;

  /**
   * @param files where state is kept; in memory if not given
   */
  Store(int slot, RecordFormat format, Items items, Writes writes, Optional<StateTable> files) {
    this.slot = slot;
    this.files = files;
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
    var group = groups.getOrDefault(key.group(), arriving.get(key.group()));
    if (group != null) {
      group.current(value).ifPresent(in -> group.load(key.key(), in));
    }
  }

  /** All entries of the state partition are in the files. */
  void restoreFromFiles() {
    files.ifPresent(
        table ->
            Stream.concat(groups.values().stream(), arriving.values().stream())
                .forEach(
                    group ->
                        table.scan(
                            slot,
                            Keys.group(group.number),
                            (key, value) ->
                                group.current(value).ifPresent(in -> group.load(key, in)))));
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

  /** The epochs that these groups have when they have moved. */
  Map<Integer, Long> nextEpochs(List<Integer> moving) {
    var epochs = new HashMap<Integer, Long>();
    moving.forEach(number -> epochs.put(number, get(number).epoch + 1));
    return epochs;
  }

  /**
   * Gives the state of some groups away.
   *
   * @param chunks gets it in pieces
   */
  void give(List<Integer> moving, Consumer<byte[]> chunks) {
    for (int number : moving) {
      var group = get(number);
      changes.removeIf(change -> change.group() == group && store(change));
      cut(group, chunks);
      groups.remove(number);
    }
  }

  /** Puts a change into the files, if there are any; it is not written to the partition. */
  private boolean store(Change change) {
    files.ifPresent(
        table -> {
          byte[] key = Keys.state(change.group().number, format.toBytes(change.key()));
          if (change.cell().isEmpty()) {
            table.remove(slot, key);
          } else {
            table.put(slot, key, change.group().withEpoch(change.cell()));
          }
        });
    return true;
  }

  private static void cut(Group group, Consumer<byte[]> chunks) {
    var chunk = new Chunk(group.number, chunks);
    group.forEach(chunk::add);
    chunk.flush();
  }

  /** A piece of the state of a group, while it is being made. */
  private static final class Chunk {
    private final int group;
    private final Consumer<byte[]> chunks;
    private ByteWriter bytes = new ByteWriter();

    Chunk(int group, Consumer<byte[]> chunks) {
      this.group = group;
      this.chunks = chunks;
    }

    void add(byte[] key, byte[] value) {
      if (bytes.size() == 0) {
        bytes.number(group);
      }
      bytes.bytes(key);
      bytes.bytes(value);
      if (bytes.size() >= CHUNK_BYTES) {
        flush();
      }
    }

    void flush() {
      if (bytes.size() > 0) {
        chunks.accept(bytes.toBytes());
        bytes = new ByteWriter();
      }
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
      byte[] entry = withEpoch(group, value);
      group.load(key, new ByteReader(value));
      files.ifPresent(table -> table.put(slot, Keys.state(number, key), entry));
      writes.put(slot, Keys.state(number, key), entry);
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
        files.ifPresent(table -> table.remove(slot, key));
      } else {
        byte[] entry = group.withEpoch(cell);
        writes.put(slot, key, entry);
        files.ifPresent(table -> table.put(slot, key, entry));
      }
    }
    changes.clear();
    groups.values().forEach(Group::trim);
  }
}
