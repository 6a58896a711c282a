package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Contender.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Processes that read and write data are killed and stopped, one at a time. No reader sees a torn,
 * stale or discarded version, and no committed version is lost.
 */
@Timeout(1800)
class DataNemesisTest {

  private static final Duration LEASE = Duration.ofMillis(1500);
  private static final int PROCESSES = 3;
  private static final int FAULTS = Integer.getInteger("sluice.test.faults", 200);

  @Test
  void aFewFaults() throws Exception {
    faults(3, 1);
  }

  @Test
  @Tag("long")
  void manyFaults() throws Exception {
    faults(FAULTS, 2);
  }

  private static void faults(int count, long seed) throws Exception {
    var random = new Random(seed);
    var contenders =
        new ContenderProcesses(
            "data-nemesis-" + seed + "-" + ProcessHandle.current().pid(),
            LEASE,
            DataContender.class);
    var all = new ArrayList<ContenderProcess>();
    try (contenders) {
      var alive = new ArrayList<ContenderProcess>();
      for (int i = 0; i < PROCESSES; i++) {
        alive.add(contenders.launch("p" + i, Manner.BUSY));
        all.add(alive.getLast());
        alive.getLast().awaitWord("member");
      }
      contenders.awaitEntries(alive.toArray(ContenderProcess[]::new));
      for (int fault = 0; fault < count; fault++) {
        var victim = alive.remove(random.nextInt(alive.size()));
        if (random.nextInt(3) == 0) {
          victim.signal("STOP");
          contenders.awaitEntries(alive.toArray(ContenderProcess[]::new));
          victim.signal("CONT");
          alive.add(victim);
        } else {
          victim.kill();
          contenders.awaitEntries(alive.toArray(ContenderProcess[]::new));
          alive.add(contenders.launch("q" + fault, Manner.BUSY));
          all.add(alive.getLast());
        }
        contenders.awaitEntries(alive.toArray(ContenderProcess[]::new));
      }
      alive.forEach(ContenderProcess::destroy);
    }
    judge(all.stream().flatMap(each -> each.said().stream()).toList());
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
            .toList();
    for (var saw : lines(said, "saw")) {
      long least =
          commits.stream()
              .filter(commit -> commit.time() - saw.time() < 0)
              .mapToLong(Line::number)
              .max()
              .orElse(0);
      assertThat(saw.number())
          .as("what was committed before the request")
          .isGreaterThanOrEqualTo(least);
      assertThat(saw.number() == 0 || tried.contains(saw.number()))
          .as("version %d was discarded", saw.number())
          .isTrue();
    }
  }
}
