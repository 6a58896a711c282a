package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.ContenderProcess;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two instances of an application, processes over sockets, with jobs that both are to run every
 * four seconds: of each job there is one run a tick, although an instance is killed.
 */
@Timeout(120)
class ScheduledJobsTest {

  private static final List<String> JOBS = List.of("shedlock", "annotation");

  /** A run of a job. */
  private record Run(String job, long tick) {

    static List<Run> of(ContenderProcess... instances) {
      var all = new ArrayList<Run>();
      for (ContenderProcess each : instances) {
        for (String line : each.said()) {
          if (line.startsWith("ran ")) {
            String[] words = line.split(" ", -1);
            all.add(new Run(words[1], Long.parseLong(words[2])));
          }
        }
      }
      return all;
    }

    /** Both jobs, once in each of these ticks. */
    static List<Run> onceEach(LongStream ticks) {
      return ticks.boxed().flatMap(tick -> JOBS.stream().map(job -> new Run(job, tick))).toList();
    }
  }

  private static ContenderProcess start(Instances instances, String name, String... properties)
      throws IOException {
    var all = new ArrayList<>(List.of("--spring.task.scheduling.pool.size=4"));
    all.addAll(List.of(properties));
    return instances.start(name, all.toArray(String[]::new));
  }

  private static long thisTick() {
    return Instant.now().getEpochSecond() / JobsApplication.TICK_SECONDS;
  }

  private static void awaitTick(long tick) {
    await("tick " + tick).atMost(Instances.PATIENCE).until(() -> thisTick() >= tick);
  }

  private static void awaitRuns(long tick, ContenderProcess... instances) {
    await("both jobs run in tick " + tick)
        .atMost(Instances.PATIENCE)
        .until(() -> Run.of(instances).containsAll(Run.onceEach(LongStream.of(tick))));
  }

  @Test
  void aJobRunsOnceATickAlthoughAnInstanceIsKilled() throws Exception {
    try (var instances = new Instances(JobsApplication.class)) {
      var first = start(instances, "first");
      var second = start(instances, "second");
      long begin = thisTick() + 1;
      awaitRuns(begin, first, second);
      // The instance that has the lock, or has had it last.
      var last = Run.of(first).contains(new Run("shedlock", begin)) ? first : second;
      last.kill();
      long end = begin + 2;
      awaitTick(end + 1);
      assertThat(Run.of(first, second))
          .filteredOn(run -> run.tick >= begin && run.tick <= end)
          .containsExactlyInAnyOrderElementsOf(Run.onceEach(LongStream.rangeClosed(begin, end)));
      assertThat(Run.of(last)).noneMatch(run -> run.tick > begin);
    }
  }

  /**
   * The other instance is refused in the tick of the kill, which comes before the crash is noticed,
   * and runs both jobs in the next one, long before {@code lockAtMostFor}.
   */
  @Test
  void theOtherInstanceRunsTheJobsInTheNextTickWhenOneIsKilledInsideThem() throws Exception {
    try (var instances = new Instances(JobsApplication.class)) {
      var inside = start(instances, "inside", "--jobs.stay=true");
      await("it is inside both jobs")
          .atMost(Instances.PATIENCE)
          .until(() -> Run.of(inside).size() == JOBS.size());
      var other = start(instances, "other");
      long killed = thisTick() + 1;
      awaitTick(killed);
      inside.kill();
      awaitRuns(killed + 1, other);
      assertThat(Run.of(inside)).hasSameSizeAs(JOBS).allMatch(run -> run.tick < killed);
      assertThat(Run.of(other))
          .containsExactlyInAnyOrderElementsOf(Run.onceEach(LongStream.of(killed + 1)));
    }
  }
}
