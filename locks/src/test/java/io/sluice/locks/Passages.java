package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the processes at a barrier have said, and whether it may be so. */
public final class Passages {

  /**
   * A party that went on.
   *
   * @param arrived when it arrived, as {@link System#nanoTime} of the machine
   * @param passed when it went on
   */
  private record Pass(String process, long arrived, long passed, long generation, int place) {}

  private final List<Pass> passes = new ArrayList<>();

  private Passages() {}

  /** What these processes have said. */
  public static Passages of(ContenderProcesses contenders) {
    var all = new Passages();
    contenders.started().forEach(all::add);
    return all;
  }

  private void add(ContenderProcess process) {
    long arrived = 0;
    for (String line : process.said()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("arrive")) {
        arrived = Long.parseLong(words[1]);
      } else if (words[0].equals("in")) {
        passes.add(
            new Pass(
                process.name,
                arrived,
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Integer.parseInt(words[3])));
      }
    }
  }

  /**
   * In each generation at most that many went on, each with a place of its own, and none before the
   * last of them had arrived. Generations rise for each process.
   */
  public void check(int parties) {
    Map<Long, List<Pass>> byGeneration = new HashMap<>();
    passes.forEach(
        each -> byGeneration.computeIfAbsent(each.generation, _ -> new ArrayList<>()).add(each));
    byGeneration.forEach(
        (generation, those) -> {
          assertThat(those).as("generation %d", generation).hasSizeLessThanOrEqualTo(parties);
          assertThat(those.stream().map(Pass::place)).as(those.toString()).doesNotHaveDuplicates();
          long last = those.stream().mapToLong(Pass::arrived).max().orElseThrow();
          assertThat(those).as("generation %d", generation).allMatch(each -> each.passed >= last);
        });
    Map<String, Long> latest = new HashMap<>();
    for (Pass each : passes) {
      assertThat(each.generation)
          .as(each.toString())
          .isGreaterThan(latest.getOrDefault(each.process, -1L));
      latest.put(each.process, each.generation);
    }
    assertThat(byGeneration).hasSizeGreaterThan(5);
  }
}
