package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the processes at a latch and a barrier have said, and whether it may be so. Each says {@code
 * counting AT} and {@code counted AT} of the latch, {@code open AT} when it has seen it open, and
 * for each of its arrivals at the barrier {@code arrive AT}, then {@code in AT GENERATION PLACE} or
 * {@code broken AT} with the reason.
 */
public final class Passages {

  private static final Pattern GENERATION = Pattern.compile("generation (\\d+) of barrier");
  private static final String CUT_OFF = "this node was cut off";

  /**
   * A party that went on.
   *
   * @param arrived when it arrived, as {@link System#nanoTime} of the machine
   * @param passed when it went on
   */
  private record Pass(String process, long arrived, long passed, long generation, int place) {}

  /** A party that was told that the generation is broken, and not because its node was cut off. */
  private record Broken(String process, long generation, String why) {}

  /** An arrival of which the process knows nothing more: it was killed, or its node was cut off. */
  private record Unknown(String process, long arrived) {}

  private final List<Pass> passes = new ArrayList<>();
  private final List<Broken> broken = new ArrayList<>();
  private final List<Unknown> unknown = new ArrayList<>();

  /** When each count was about to be taken. */
  private final List<Long> counting = new ArrayList<>();

  /** When the latch was seen open. */
  private final List<Long> opened = new ArrayList<>();

  private Passages() {}

  /** What these processes have said; fails if an arrival was not answered. */
  public static Passages of(ContenderProcesses contenders) {
    return of(contenders.said());
  }

  static Passages of(List<Said> all) {
    var passages = new Passages();
    all.forEach(passages::add);
    return passages;
  }

  private void add(Said said) {
    Optional<Long> arrived = Optional.empty();
    for (String[] words : said.words()) {
      switch (words[0]) {
        case "counting" -> counting.add(Long.parseLong(words[1]));
        case "open" -> opened.add(Long.parseLong(words[1]));
        case "arrive" -> arrived = Optional.of(Long.parseLong(words[1]));
        case "in" -> {
          addPass(said.process(), arrived.orElseThrow(), words);
          arrived = Optional.empty();
        }
        case "broken" -> {
          addBroken(said.process(), arrived.orElseThrow(), String.join(" ", words));
          arrived = Optional.empty();
        }
        default -> {}
      }
    }
    if (arrived.isPresent() && !said.killed()) {
      fail("neither passed nor told: %s, which arrived at %d", said.process(), arrived.get());
    }
    arrived.ifPresent(at -> unknown.add(new Unknown(said.process(), at)));
  }

  private void addPass(String process, long arrived, String[] words) {
    passes.add(
        new Pass(
            process,
            arrived,
            Long.parseLong(words[1]),
            Long.parseLong(words[2]),
            Integer.parseInt(words[3])));
  }

  private void addBroken(String process, long arrived, String why) {
    Matcher generation = GENERATION.matcher(why);
    if (why.contains(CUT_OFF)) {
      unknown.add(new Unknown(process, arrived));
    } else if (generation.find()) {
      broken.add(new Broken(process, Long.parseLong(generation.group(1)), why));
    }
  }

  /**
   * In each generation at most that many went on, each with a place of its own, and none before the
   * last of them had arrived; fewer only if others were killed or cut off; and none was told that
   * the same generation is broken. Generations rise for each process. No latch is seen open before
   * that many have begun to count it down.
   */
  public void check(int parties, int counts) {
    var byGeneration = new TreeMap<Long, List<Pass>>();
    passes.forEach(
        each -> byGeneration.computeIfAbsent(each.generation, _ -> new ArrayList<>()).add(each));
    byGeneration.forEach((generation, those) -> checkOne(generation, those, parties));
    for (Broken each : broken) {
      var passed = byGeneration.get(each.generation);
      if (passed != null) {
        fail("%s%nbut these have passed: %s", each, passed);
      }
    }
    Map<String, Long> latest = new HashMap<>();
    for (Pass each : passes) {
      assertThat(each.generation)
          .as(each.toString())
          .isGreaterThan(latest.getOrDefault(each.process, -1L));
      latest.put(each.process, each.generation);
    }
    for (long seen : opened) {
      assertThat(counting.stream().filter(at -> at - seen <= 0))
          .as("counts that had begun when the latch was seen open at %d", seen)
          .hasSizeGreaterThanOrEqualTo(counts);
    }
  }

  /** So that there was something to judge. */
  public void checkMoreGenerationsThan(int generations) {
    assertThat(passes.stream().map(Pass::generation).distinct()).hasSizeGreaterThan(generations);
    assertThat(opened).isNotEmpty();
  }

  private void checkOne(long generation, List<Pass> those, int parties) {
    assertThat(those).as("generation %d", generation).hasSizeLessThanOrEqualTo(parties);
    assertThat(those.stream().map(Pass::place)).as(those.toString()).doesNotHaveDuplicates();
    long last = those.stream().mapToLong(Pass::arrived).max().orElseThrow();
    assertThat(those).as("generation %d", generation).allMatch(each -> each.passed >= last);
    long first = those.stream().mapToLong(Pass::passed).min().orElseThrow();
    for (int missing = those.size(); missing < parties; missing++) {
      // Each of these arrivals is of one generation, so it explains one that is missing.
      var excused = unknown.stream().filter(each -> each.arrived <= first).findFirst();
      unknown.remove(excused.orElseThrow(() -> mixed(generation, those)));
    }
  }

  private AssertionError mixed(long generation, List<Pass> those) {
    return new AssertionError(
        "only these passed in generation %d, and no other was killed or cut off: %s, %s"
            .formatted(generation, those, broken));
  }
}
