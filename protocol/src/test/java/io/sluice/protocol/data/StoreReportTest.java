package io.sluice.protocol.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When the stores of processes that run again are enough to know the newest version. */
class StoreReportTest {

  private static StoreReport report(String store, long version, String... stores) {
    var record = new StoreRecord(version, 0, List.of(stores), List.of());
    return new StoreReport(Optional.of(store), record, false);
  }

  @Test
  void aMajorityOfTheNewestRecordIsEnough() {
    var a = report("a", 7, "a", "b", "c");
    assertThat(StoreReport.cover(List.of(a))).isFalse();
    assertThat(StoreReport.cover(List.of(a, report("b", 5, "a", "b", "c")))).isTrue();
    assertThat(
            StoreReport.cover(
                List.of(
                    report("b", 8, "d").with(new StoreRecord(8, 1, List.of("d"), List.of())), a)))
        .isFalse();
    assertThat(StoreReport.cover(List.of(StoreReport.NONE))).isTrue();
  }

  @Test
  void halfIsEnoughOnlyForProcessesThatGoOn() {
    var a = report("a", 7, "a", "b");
    assertThat(StoreReport.cover(List.of(a))).isFalse();
    assertThat(StoreReport.cover(List.of(a.open(true)))).isTrue();
    var stranger = StoreReport.NONE.open(true);
    var later = a.with(new StoreRecord(7, 1, List.of("a", "b"), List.of()));
    assertThat(StoreReport.cover(List.of(later, stranger))).isFalse();
  }

  @Test
  void aStoreThatWasLeftDoesNotCount() {
    var a = report("a", 7, "a", "b");
    var left = a.with(a.record().leftBy("a", List.of("b")));
    assertThat(StoreReport.cover(List.of(left))).isFalse();
    assertThat(StoreReport.cover(List.of(left, report("b", 7, "a", "b")))).isTrue();
    var told = report("b", 7, "a", "b").with(left.record());
    assertThat(StoreReport.cover(List.of(told))).isTrue();
  }

  /** Each has left the data to the other, so neither can know whether the other went on. */
  @Test
  void twoThatDepartAtTheSameTimeAreBothNeeded() {
    var record = new StoreRecord(7, 0, List.of("a", "b"), List.of());
    var a = report("a", 7, "a", "b").with(record.leftBy("a", List.of("b")));
    var b = report("b", 7, "a", "b").with(record.leftBy("b", List.of("a")));
    assertThat(StoreReport.cover(List.of(a))).isFalse();
    assertThat(StoreReport.cover(List.of(b))).isFalse();
    assertThat(StoreReport.cover(List.of(a, b))).isTrue();
  }

  /** Random histories: what is covered knows what was committed. */
  @Test
  void whatWasCommittedIsNeverOverlooked() {
    long reads = 0;
    for (long seed = 0; seed < 20_000; seed++) {
      var model = new Model(new Random(seed), seed);
      for (int step = 0; step < 40; step++) {
        model.step();
      }
      reads += model.reads;
    }
    assertThat(reads).as("the data was open in many views").isGreaterThan(100_000);
  }

  /** Processes with stores that start, crash, depart and commit; one cluster. */
  private static final class Model {
    private static final int STORES = 4;
    private final Random random;
    private final long seed;
    private final StoreReport[] disk = new StoreReport[STORES];
    private final StoreReport[] memory = new StoreReport[STORES];

    /** The processes that run, in the order of the view. */
    private final List<Integer> up = new ArrayList<>();

    private boolean covered;
    private long last;
    private long newest;
    private long reads;

    Model(Random random, long seed) {
      this.random = random;
      this.seed = seed;
      for (int i = 0; i < STORES; i++) {
        disk[i] = report(Integer.toString(i), 0);
      }
    }

    void step() {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> start(random.nextInt(STORES));
        case 3 -> crash();
        case 4 -> depart(1);
        case 5 -> depart(2);
        case 6 -> {
          if (random.nextInt(4) == 0) {
            up.clear();
          }
        }
        case 7 -> up.forEach(each -> disk[each] = memory[each]);
        default -> commit();
      }
    }

    private void start(int which) {
      boolean fresh = disk[which].record().version() == 0 && newest > 0 && up.isEmpty();
      if (!up.contains(which) && !fresh) {
        memory[which] = disk[which].open(false);
        up.add(which);
        census();
      }
    }

    private void crash() {
      if (!up.isEmpty()) {
        var before = List.copyOf(up);
        int victim = up.remove(/* index */ random.nextInt(up.size()));
        if (covered && !up.isEmpty() && random.nextInt(4) == 0) { // It was about to depart.
          var present = before.stream().map(String::valueOf).toList();
          var left = memory[victim].record().leftBy(Integer.toString(victim), present);
          disk[victim] = disk[victim].with(left);
        }
        boolean quorum =
            2 * up.size() > before.size()
                || (2 * up.size() == before.size() && up.contains(before.getFirst()));
        if (!quorum) { // No member any more; they found another cluster.
          up.forEach(each -> memory[each] = memory[each].open(false));
        }
        census();
      }
    }

    private void depart(int count) {
      var leaving = new ArrayList<Integer>();
      for (int i = 0; i < count && !up.isEmpty(); i++) {
        leaving.add(up.remove(/* index */ random.nextInt(up.size())));
      }
      if (!covered || (up.isEmpty() && leaving.size() == 1)) {
        census();
        return; // Nothing to leave, or no other process to leave it to.
      }
      var present = Stream.concat(up.stream(), leaving.stream()).map(String::valueOf).toList();
      for (int each : leaving) {
        var left = memory[each].record().leftBy(Integer.toString(each), present);
        disk[each] = disk[each].with(left);
        for (int other : up) {
          var after = memory[other].record().without(Integer.toString(each));
          after = left.isNewerThan(after) ? left : after;
          memory[other] = new StoreReport(memory[other].store(), after, memory[other].open());
        }
      }
      census();
    }

    private void census() {
      var reports = up.stream().map(each -> memory[each]).toList();
      covered = !up.isEmpty() && StoreReport.cover(reports);
      var present = up.stream().map(String::valueOf).toList();
      var newestRecord = StoreReport.newest(reports);
      var found = covered && newest > 0 ? newestRecord.among(present) : newestRecord;
      for (int each : up) {
        boolean newer = covered || found.isNewerThan(memory[each].record());
        memory[each] = (newer ? memory[each].with(found) : memory[each]).open(covered);
        disk[each] = memory[each];
      }
      settle(found);
      if (covered) {
        assertThat(found.version()).as("seed %d", seed).isGreaterThanOrEqualTo(last);
        reads++;
        last = found.version(); // A reader may see it, so it is as good as committed.
      }
    }

    /** All that are present have it. */
    private void settle(StoreRecord record) {
      for (int each : covered && random.nextBoolean() ? up : List.<Integer>of()) {
        memory[each] = memory[each].with(record.settled());
        disk[each] = memory[each];
      }
    }

    private void commit() {
      if (!covered || up.isEmpty()) {
        return;
      }
      newest++;
      var stores = up.stream().map(each -> Integer.toString(each)).toList();
      var next = memory[up.getFirst()].record().next(newest, stores);
      int interrupted = random.nextInt(3) == 0 ? random.nextInt(up.size() + 1) : up.size();
      for (int each : up.subList(0, interrupted)) {
        memory[each] = memory[each].with(next);
        disk[each] = memory[each];
      }
      if (interrupted < up.size()) {
        up.clear(); // All end in the middle of it.
      } else {
        last = newest;
        settle(next);
      }
    }
  }
}
