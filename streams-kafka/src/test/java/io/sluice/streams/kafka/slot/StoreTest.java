package io.sluice.streams.kafka.slot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Item.Entry;
import io.sluice.streams.kafka.state.StateTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same statements about keyed state, in memory and in files. */
class StoreTest {

  private static final int SLOT = 3;
  private static final RecordFormat FORMAT =
      new RecordFormat(Map.of(), StoreTest.class.getClassLoader());

  @TempDir private Path folder;
  private final List<StateTable> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(StateTable::close);
  }

  /** A state partition: the last value of each key. */
  private static final class Partition implements Writes {
    final Map<Bytes, Optional<byte[]>> entries = new LinkedHashMap<>();

    @Override
    public void put(int slot, byte[] key, byte[] value) {
      entries.put(Bytes.wrap(key), Optional.of(value));
    }

    @Override
    public void remove(int slot, byte[] key) {
      entries.put(Bytes.wrap(key), Optional.empty());
    }

    @Override
    public void data(int slot, byte[] item) {}

    @Override
    public void control(int slot, byte[] message) {}

    @Override
    public void status(Status status) {}

    @Override
    public void topic(ProducerRecord<byte[], byte[]> record) {}
  }

  /** A store with what a partition has, as after a crash. */
  private Store restored(
      String kind, Partition partition, Map<Integer, Long> here, Map<Integer, Long> coming) {
    var files =
        kind.equals("files")
            ? Optional.of(StateTable.open(folder, "test"))
            : Optional.<StateTable>empty();
    files.ifPresent(opened::add);
    var saved = new Saved(SLOT, files);
    partition.entries.forEach((key, value) -> saved.put(key.get(), value));
    var store = new Store(SLOT, FORMAT, new Items(FORMAT, false), partition, files);
    store.resume(here, coming);
    saved.restore(store);
    return store;
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "files"})
  void stateAndTimersAreRestored(String kind) {
    var partition = new Partition();
    var store = restored(kind, partition, Map.of(1, 0L, 2, 0L), Map.of());
    for (int key = 0; key < 3_000; key++) {
      store.get(1).state("key-" + key, Optional.of(key));
    }
    store.get(2).state("timed", Optional.of("x"));
    store.get(2).timer(20, "timed");
    store.get(2).timer(10, "only a timer");
    store.save();
    store.get(1).state("key-7", Optional.empty());
    store.get(1).state("key-8", Optional.of(88));
    store.save();
    store.get(1).state("key-9", Optional.of("not saved"));

    var again = restored(kind, partition, Map.of(1, 0L, 2, 0L), Map.of());
    assertThat(again.get(1).state("key-6")).contains(6);
    assertThat(again.get(1).state("key-7")).isEmpty();
    assertThat(again.get(1).state("key-8")).contains(88);
    assertThat(again.get(1).state("key-9")).contains(9);
    assertThat(again.get(1).state("key-2999")).contains(2_999);
    assertThat(again.get(2).state("timed")).contains("x");
    assertThat(again.get(2).isDue(9)).isFalse();
    assertThat(again.get(2).takeFirst().getValue()).containsExactly("only a timer");
    assertThat(again.get(2).takeFirst().getValue()).containsExactly("timed");
    assertThat(again.get(2).isDue(Long.MAX_VALUE)).isFalse();
    assertThat(again.get(2).state("timed")).contains("x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "files"})
  void groupsMoveWithWhatHasNotBeenSavedYet(String kind) {
    var before = new Partition();
    var store = restored(kind, before, Map.of(1, 4L, 2, 0L), Map.of());
    for (int key = 0; key < 2_000; key++) {
      store.get(1).state(key, Optional.of("x".repeat(200)));
    }
    store.get(1).timer(5, 17);
    store.save();
    store.get(1).state(3, Optional.of("changed"));
    store.get(1).state(4, Optional.empty());
    var epochs = store.nextEpochs(List.of(1));
    var chunks = new ArrayList<byte[]>();
    store.give(List.of(1), chunks::add);
    store.save();
    assertThat(epochs).isEqualTo(Map.of(1, 5L));
    assertThat(chunks).hasSizeGreaterThan(1);
    assertThat(store.has(1)).isFalse();

    var after = new Partition();
    var heir = restored(kind, after, Map.of(), Map.of());
    heir.expect(epochs);
    chunks.forEach(heir::arrive);
    // A crash before the groups are owned.
    heir = restored(kind, after, Map.of(), epochs);
    heir.install(List.of(1));
    assertThat(heir.get(1).state(3)).contains("changed");
    assertThat(heir.get(1).state(4)).isEmpty();
    assertThat(heir.get(1).state(1_999)).contains("x".repeat(200));
    assertThat(heir.get(1).takeFirst().getValue()).containsExactly(17);

    // What is left at the old owner counts for nothing when the group comes back.
    var back = restored(kind, before, Map.of(2, 0L), Map.of(1, 6L));
    back.install(List.of(1));
    assertThat(back.get(1).state(5)).isEmpty();
    assertThat(back.get(1).isDue(Long.MAX_VALUE)).isFalse();
  }

  /** A copy, changes, a crash of the receiver, then only what has changed: the same state. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "files"})
  void whatIsCopiedAheadIsFollowedByWhatHasChanged(String kind) {
    var store = restored(kind, new Partition(), Map.of(1, 4L), Map.of());
    for (int key = 0; key < 2_000; key++) {
      store.get(1).state(key, Optional.of("x".repeat(200)));
    }
    store.get(1).timer(5, 17);
    store.get(1).timer(6, 18);
    var epochs = store.nextEpochs(List.of(1));
    var copied = new ArrayList<byte[]>();
    store.copy(1, copied::add);
    assertThat(store.isCopied(1)).isTrue();
    store.save();
    store.get(1).state(3, Optional.of("changed"));
    store.save();
    store.get(1).state(4, Optional.empty());
    store.get(1).state("new", Optional.of(1));
    store.get(1).takeFirst();
    store.get(1).timer(7, 18);
    var rest = new ArrayList<byte[]>();
    store.giveRest(List.of(1), rest::add);
    assertThat(rest).hasSize(1);
    assertThat(rest.getFirst().length).isLessThan(1_000);
    assertThat(store.has(1)).isFalse();

    var after = new Partition();
    var heir = restored(kind, after, Map.of(), Map.of());
    heir.expect(epochs);
    copied.forEach(heir::arrive);
    heir = restored(kind, after, Map.of(), epochs);
    rest.forEach(heir::arrive);
    heir = restored(kind, after, Map.of(), epochs);
    heir.install(List.of(1));
    assertThat(heir.get(1).state(2)).contains("x".repeat(200));
    assertThat(heir.get(1).state(3)).contains("changed");
    assertThat(heir.get(1).state(4)).isEmpty();
    assertThat(heir.get(1).state("new")).contains(1);
    assertThat(heir.get(1).state(17)).contains("x".repeat(200));
    assertThat(heir.get(1).takeFirst().getKey()).isEqualTo(6);
    assertThat(heir.get(1).takeFirst().getKey()).isEqualTo(7);
    assertThat(heir.get(1).isDue(Long.MAX_VALUE)).isFalse();
  }

  /** A copy that was for nothing, or is made again, leaves nothing behind. */
  @ParameterizedTest
  @ValueSource(strings = {"memory", "files"})
  void aLaterCopyReplacesAnEarlierOne(String kind) {
    var store = restored(kind, new Partition(), Map.of(1, 0L), Map.of());
    store.get(1).state("removed", Optional.of("x"));
    store.get(1).timer(5, "removed");
    var epochs = store.nextEpochs(List.of(1));
    var first = new ArrayList<byte[]>();
    store.copy(1, first::add);
    store.save();
    store.forgetCopies();
    assertThat(store.isCopied(1)).isFalse();
    store.get(1).takeFirst();
    store.get(1).state("removed", Optional.empty());
    store.get(1).state("kept", Optional.of("y"));
    var whole = new ArrayList<byte[]>();
    store.give(List.of(1), whole::add);

    var after = new Partition();
    var heir = restored(kind, after, Map.of(), Map.of());
    heir.expect(epochs);
    first.forEach(heir::arrive);
    heir.expect(epochs);
    whole.forEach(heir::arrive);
    heir = restored(kind, after, Map.of(), epochs);
    heir.install(List.of(1));
    assertThat(heir.get(1).state("removed")).isEmpty();
    assertThat(heir.get(1).isDue(Long.MAX_VALUE)).isFalse();
    assertThat(heir.get(1).state("kept")).contains("y");

    var unused = new Partition();
    var other = restored(kind, unused, Map.of(), Map.of());
    other.expect(epochs);
    first.forEach(other::arrive);
    other.dropCopies();
    assertThat(unused.entries.values()).allMatch(Optional::isEmpty);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "files"})
  void recordsWaitForTheirGroupAlsoThroughACrash(String kind) {
    var partition = new Partition();
    var store = restored(kind, partition, Map.of(), Map.of(1, 1L));
    store.park(new Entry(0, 1, "first", 0, 0));
    store.park(new Entry(0, 1, "second", 0, 0));
    assertThat(store.takeParked(1)).map(Entry::record).contains("first");

    var again = restored(kind, partition, Map.of(), Map.of(1, 1L));
    assertThat(again.parkedRecords()).isEqualTo(1);
    assertThat(again.takeParked(1)).map(Entry::record).contains("second");
    assertThat(again.takeParked(1)).isEmpty();
  }

  /** Large values, in one step and in many, that are written, changed and only read. */
  @Test
  void withFilesMemoryHasABoundedPartOfTheState() {
    long most = 1L << 18;
    var cached = new Cached(most);
    var files = StateTable.open(folder, "test");
    opened.add(files);
    var partition = new Partition();
    var store =
        new Store(SLOT, FORMAT, new Items(FORMAT, false), partition, Optional.of(files), cached);
    store.resume(Map.of(1, 0L, 2, 0L), Map.of());
    for (int round = 0; round < 3; round++) {
      for (int key = 0; key < 200; key++) {
        store.relieve();
        var group = store.get(1 + key % 2);
        var before = group.state("key-" + key);
        assertThat(before.isPresent()).isEqualTo(round > 0);
        if (round < 2) {
          group.state("key-" + key, Optional.of("%010000d".formatted(round)));
        } else {
          assertThat(before).contains("%010000d".formatted(1));
        }
        assertThat(10_000L * store.unsaved()).isLessThan(2 * most);
        assertThat(cached.bytes()).isLessThan(2 * most);
      }
    }
    assertThat(partition.entries).hasSizeGreaterThan(100);
    store.save();
    assertThat(partition.entries).hasSize(200);
    assertThat(cached.bytes()).isBetween(0L, most);
  }

  @Test
  void filesAreRemovedAtTheEndAndAfterACrash() throws Exception {
    var crashed = Files.createDirectories(folder.resolve("test.crashed/table"));
    Files.createFile(crashed.resolveSibling("in-use"));
    try (var one = StateTable.open(folder, "test");
        var other = StateTable.open(folder, "test")) {
      one.put(SLOT, new byte[] {1}, new byte[] {2});
      assertThat(other.get(SLOT, new byte[] {1})).isEmpty();
      assertThat(one.get(SLOT, new byte[] {1})).contains(new byte[] {2});
      try (var folders = Files.list(folder)) {
        assertThat(folders).hasSize(2).doesNotContain(crashed.getParent());
      }
    }
    assertThat(folder).isEmptyDirectory();
  }
}
