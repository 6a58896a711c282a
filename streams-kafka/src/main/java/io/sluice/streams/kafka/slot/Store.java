package io.sluice.streams.kafka.slot;

import io.sluice.streams.kafka.format.ByteReader;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.slot.Item.Entry;
import io.sluice.streams.kafka.state.Keys;
import io.sluice.streams.kafka.state.StateTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The state of the key groups of one slot: in memory or in {@link StateTable}, and as changes in
 * its state partition, which are written before each commit. An entry of the partition is one key
 * with its timers and its state. It carries the epoch of its group: entries of an earlier epoch are
 * what is left of a group that has moved away since, and count for nothing.
 */
final class Store {

  /** State that moves is cut into records of about that size. */
  private static final int CHUNK_BYTES = 1 << 18;

  /** A record that waits for the state of its group, and its entry of the state partition. */
  private record Parked(long number, Entry entry) {}

  private final int slot;
  private final RecordFormat format;
  private final Items items;
  private final Writes writes;
  private final Optional<StateTable> files;
  private final Cached cached;
  private final Map<Integer, StoredGroup> groups = new HashMap<>();
  private final Map<Integer, StoredGroup> arriving = new HashMap<>();
  private final Map<Integer, ArrayDeque<Parked>> parked = new HashMap<>();
  private final List<StoredGroup.Change> changes = new ArrayList<>();
  private int parkedRecords;
  private long nextParked;

  /**
   * @param files where state is kept; in memory if not given
   */
  Store(int slot, RecordFormat format, Items items, Writes writes, Optional<StateTable> files) {
    this(slot, format, items, writes, files, new Cached());
  }

  Store(
      int slot,
      RecordFormat format,
      Items items,
      Writes writes,
      Optional<StateTable> files,
      Cached cached) {
    this.slot = slot;
    this.cached = cached;
    this.files = files;
    this.format = format;
    this.items = items;
    this.writes = writes;
  }

  private StoredGroup group(int number, long epoch) {
    return new StoredGroup(number, epoch, slot, format, files, changes, cached);
  }

  /** Begins with groups of these epochs, whose entries follow. */
  void resume(Map<Integer, Long> here, Map<Integer, Long> coming) {
    here.forEach((group, epoch) -> groups.put(group, group(group, epoch)));
    coming.forEach((group, epoch) -> arriving.put(group, group(group, epoch)));
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
                            Keys.group(group.number()),
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

  StoredGroup get(int group) {
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
    groups.forEach((number, group) -> all.put(number, group.epoch()));
    return all;
  }

  Map<Integer, Long> arriving() {
    var all = new HashMap<Integer, Long>();
    arriving.forEach((number, group) -> all.put(number, group.epoch()));
    return all;
  }

  // Moving

  /** The epochs that these groups have when they have moved. */
  Map<Integer, Long> nextEpochs(List<Integer> moving) {
    var epochs = new HashMap<Integer, Long>();
    moving.forEach(number -> epochs.put(number, get(number).epoch() + 1));
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
      remove(group);
    }
  }

  /** Puts a change into the files, if there are any; it is not written to the partition. */
  private boolean store(StoredGroup.Change change) {
    files.ifPresent(
        table -> {
          byte[] key = Keys.state(change.group().number(), format.toBytes(change.key()));
          if (change.cell().isEmpty()) {
            table.remove(slot, key);
          } else {
            table.put(slot, key, change.group().withEpoch(change.cell()));
          }
        });
    return true;
  }

  private static void cut(StoredGroup group, Consumer<byte[]> chunks) {
    var chunk = new Chunk(group.number(), chunks);
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

    /** One that is larger than a piece should be is a piece alone: then it fits if it was saved. */
    void add(byte[] key, byte[] value) {
      if (bytes.size() + key.length + value.length > CHUNK_BYTES) {
        flush();
      }
      if (bytes.size() == 0) {
        bytes.number(group);
      }
      bytes.bytes(key);
      bytes.bytes(value);
    }

    void flush() {
      if (bytes.size() > 0) {
        chunks.accept(bytes.toBytes());
        bytes = new ByteWriter();
      }
    }
  }

  /** The state of these groups follows, in place of what has come of it before. */
  void expect(Map<Integer, Long> epochs) {
    epochs.forEach(
        (number, epoch) -> {
          drop(number);
          arriving.put(number, group(number, epoch));
        });
  }

  /** Copies that have come and were not followed by what moves their groups. */
  void dropCopies() {
    List.copyOf(arriving.keySet()).forEach(this::drop);
  }

  private void drop(int number) {
    var stale = arriving.remove(number);
    if (stale != null) {
      var keys = new ArrayList<byte[]>();
      stale.forEach((key, _) -> keys.add(Keys.state(number, key)));
      for (byte[] key : keys) {
        writes.remove(slot, key);
        files.ifPresent(table -> table.remove(slot, key));
      }
    }
  }

  // Copying ahead

  /**
   * Gives a copy of the state of a group, and notes from now on what changes.
   *
   * @param chunks gets it in pieces
   */
  void copy(int number, Consumer<byte[]> chunks) {
    var group = get(number);
    changes.stream().filter(change -> change.group() == group).forEach(this::store);
    group.beginCopy();
    cut(group, chunks);
  }

  /** Whether it is known what has changed since a group was copied. */
  boolean isCopied(int number) {
    return get(number).sinceCopy().isPresent();
  }

  /** Copies are not relied on any more. */
  void forgetCopies() {
    groups.values().forEach(StoredGroup::endCopy);
  }

  /** Gives the state of groups away whose receiver has a copy: only what has changed since. */
  void giveRest(List<Integer> moving, Consumer<byte[]> chunks) {
    for (int number : moving) {
      var group = get(number);
      var chunk = new Chunk(number, chunks);
      group
          .sinceCopy()
          .orElseThrow()
          .forEach(key -> chunk.add(format.toBytes(key), group.valueOf(key)));
      chunk.flush();
      changes.removeIf(change -> change.group() == group && store(change));
      remove(group);
    }
  }

  private void remove(StoredGroup group) {
    group.trim();
    groups.remove(group.number());
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
      group.unload(format.fromBytes(key));
      if (value.length == 0) {
        writes.remove(slot, Keys.state(number, key));
        files.ifPresent(table -> table.remove(slot, Keys.state(number, key)));
        continue;
      }
      byte[] entry = withEpoch(group, value);
      group.load(key, new ByteReader(value));
      files.ifPresent(table -> table.put(slot, Keys.state(number, key), entry));
      writes.put(slot, Keys.state(number, key), entry);
    }
  }

  private static byte[] withEpoch(StoredGroup group, byte[] value) {
    var out = new ByteWriter();
    out.number(group.epoch());
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

  /**
   * With files, writes what has changed if there is much of it, so that memory need not have all
   * that one step changes.
   */
  void relieve() {
    if (files.isPresent() && (cached.isMuch(changes.size()) || cached.isFull())) {
      save();
    }
  }

  /** How many keys have changed since the last time. */
  int unsaved() {
    return changes.size();
  }

  /** Writes what has changed since the last time; what is in files may be forgotten then. */
  void save() {
    for (var change : changes) {
      var group = change.group();
      var cell = change.cell();
      cell.changed = false;
      byte[] key = Keys.state(group.number(), format.toBytes(change.key()));
      if (cell.isEmpty()) {
        group.forget(change.key());
        writes.remove(slot, key);
        files.ifPresent(table -> table.remove(slot, key));
      } else {
        byte[] entry = group.withEpoch(cell);
        writes.put(slot, key, entry);
        files.ifPresent(
            table -> {
              table.put(slot, key, entry);
              cached.has(cell, entry.length);
            });
      }
    }
    changes.clear();
    if (files.isPresent() && cached.isFull()) {
      groups.values().forEach(StoredGroup::trim);
    }
  }
}
