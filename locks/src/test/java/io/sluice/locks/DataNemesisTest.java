package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.Contender.Manner;
import io.sluice.locks.FaultyNetwork.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that read and write data die at chosen moments of a commit or a fetch, are stopped
 * beyond their leases, depart, and their connections break, stall and bring damaged bytes, one
 * {@link Fault} at a time. No reader sees a torn, stale or discarded version, and no committed
 * version is lost.
 */
@Timeout(3600)
class DataNemesisTest {

  private static final Duration LEASE = Duration.ofMillis(1500);
  private static final int PROCESSES = 3;

  /** Faults in one cluster; with all seeds there are 200. */
  private static final int FAULTS = 25;

  /** More than is pushed to a node that waits. */
  private static final int MUCH = 1_200_000;

  private static final int LITTLE = 100_000;

  /** A few seeds alone: {@code -Dsluice.test.seeds=2,3}. */
  private static final String SEEDS = System.getProperty("sluice.test.seeds", "2,3,4,5,6,7,8,9");

  private final List<ContenderProcess> all = new ArrayList<>();
  private final List<ContenderProcess> alive = new ArrayList<>();
  private int launched;

  @Test
  void aFewFaults() throws Exception {
    faults(List.of(Fault.DIE_BEFORE_RECORD, Fault.FLIP, Fault.CUT), 1, MUCH);
  }

  private static LongStream seeds() {
    return Arrays.stream(SEEDS.split(",", -1)).mapToLong(Long::parseLong);
  }

  /** Each kind about as often as any other, in a random order; every second time little data. */
  @ParameterizedTest
  @MethodSource("seeds")
  @Tag("long")
  void manyFaults(long seed) throws Exception {
    var kinds = Fault.values();
    var faults = new ArrayList<Fault>();
    for (int i = 0; i < FAULTS; i++) {
      faults.add(kinds[i % kinds.length]);
    }
    Collections.shuffle(faults, new Random(seed));
    faults(faults, seed, seed % 2 == 0 ? LITTLE : MUCH);
  }

  private void faults(List<Fault> faults, long seed, int size) throws Exception {
    var random = new Random(seed);
    var contenders =
        new ContenderProcesses(
            "data-nemesis-" + seed + "-" + ProcessHandle.current().pid(),
            LEASE,
            DataContender.class,
            Integer.toString(size));
    int happened = 0;
    try (contenders) {
      for (int i = 0; i < PROCESSES; i++) {
        launch(contenders);
        alive.getLast().awaitWord("member");
      }
      awaitEntries(contenders);
      for (var fault : faults) {
        var victim = victim(fault, alive.get(random.nextInt(alive.size())));
        fault(contenders, fault, victim);
        happened++;
        awaitEntries(contenders);
      }
      alive.forEach(ContenderProcess::destroy);
    }
    judge(all.stream().flatMap(each -> each.said().stream()).toList());
    assertThat(happened).as("faults that happened").isEqualTo(faults.size());
  }

  private void launch(ContenderProcesses contenders) throws IOException {
    alive.add(contenders.launch("p" + launched++, Manner.BUSY));
    all.add(alive.getLast());
  }

  private void awaitEntries(ContenderProcesses contenders)
      throws IOException, InterruptedException {
    contenders.awaitEntries(alive.toArray(ContenderProcess[]::new));
  }

  /** The process in which the fault happens. */
  private ContenderProcess victim(Fault fault, ContenderProcess chosen) throws IOException {
    // Only the writer decides which process keeps the second copy; one does at a time.
    var candidates = fault == Fault.DIE_AS_BACKUP ? List.copyOf(alive) : List.of(chosen);
    String word = "faulted " + fault;
    var before = candidates.stream().map(each -> each.count(word)).toList();
    for (var each : candidates) {
      each.tell(fault.name());
    }
    var found = new ArrayList<ContenderProcess>();
    await(word + " in " + chosen.name)
        .atMost(ContenderProcesses.PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              for (int i = 0; i < candidates.size() && found.isEmpty(); i++) {
                if (candidates.get(i).count(word) > before.get(i)) {
                  found.add(candidates.get(i));
                }
              }
              return !found.isEmpty();
            });
    for (var each : candidates) {
      if (each != found.getFirst()) {
        each.tell("NONE");
      }
    }
    return found.getFirst();
  }

  private void fault(ContenderProcesses contenders, Fault fault, ContenderProcess victim)
      throws IOException, InterruptedException {
    switch (fault) {
      case STOP_INSIDE -> {
        victim.signal("STOP");
        alive.remove(victim);
        awaitEntries(contenders);
        victim.signal("CONT");
        alive.add(victim);
      }
      case STALL_IN_VIEW_CHANGE -> launch(contenders);
      case DEPART -> {
        alive.remove(victim);
        awaitEntries(contenders);
        launch(contenders);
      }
      case CUT, STALL, FLIP -> {}
      case DIE_INSIDE,
          DIE_BEFORE_COPY,
          DIE_BEFORE_RECORD,
          DIE_RECORDING,
          DIE_AFTER_COMMIT,
          DIE_FETCHING,
          DIE_AS_BACKUP -> {
        await().until(() -> !victim.isAlive());
        alive.remove(victim);
        awaitEntries(contenders);
        launch(contenders);
      }
    }
    if (alive.size() > PROCESSES) {
      awaitEntries(contenders);
      alive.removeFirst().dismiss();
    }
  }

  /** A line such as {@code did TIME NUMBER}. */
  private record Line(long time, long number) {
    static Line of(String line) {
      var words = line.split(" ", -1);
      return new Line(Long.parseLong(words[1]), Long.parseLong(words[2]));
    }
  }

  private static List<Line> lines(List<String> said, String word) {
    return said.stream().filter(line -> line.startsWith(word + " ")).map(Line::of).toList();
  }

  private static void judge(List<String> said) {
    assertThat(said).noneMatch(line -> line.startsWith("torn") || line.startsWith("gone"));
    var commits = lines(said, "did");
    assertThat(commits).as("each number is committed once").doesNotHaveDuplicates();
    assertThat(commits.stream().map(Line::number).toList()).doesNotHaveDuplicates();
    var tried =
        said.stream()
            .filter(line -> line.startsWith("tries "))
            .map(line -> Long.parseLong(line.substring("tries ".length())))
            .collect(Collectors.toSet());
    var newest = new TreeMap<Long, Long>();
    commits.stream()
        .sorted(Comparator.comparingLong(Line::time))
        .forEach(each -> newest.put(each.time(), Math.max(each.number(), before(newest))));
    for (var saw : lines(said, "saw")) {
      assertThat(saw.number())
          .as("what was committed before the request")
          .isGreaterThanOrEqualTo(before(newest.headMap(saw.time())));
      assertThat(saw.number() == 0 || tried.contains(saw.number()))
          .as("version %d was discarded", saw.number())
          .isTrue();
    }
  }

  /** The newest number that was committed until then; 0 if none was. */
  private static long before(SortedMap<Long, Long> newest) {
    return newest.isEmpty() ? 0 : newest.getOrDefault(newest.lastKey(), 0L);
  }
}
