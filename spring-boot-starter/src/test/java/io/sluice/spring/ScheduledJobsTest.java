package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two instances of an application, processes over sockets, with jobs that both are to run every
 * four seconds: of each job there is one run a tick, although an instance is killed.
 */
@Timeout(120)
class ScheduledJobsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Duration LEASE = Duration.ofMillis(1500);
  private static final List<String> JOBS = List.of("shedlock", "annotation");

  private final String cluster = "scheduled-jobs-" + ProcessHandle.current().pid();
  private final ConcurrentLinkedQueue<Run> runs = new ConcurrentLinkedQueue<>();

  /** A run of a job. */
  private record Run(String instance, String job, long tick) {}

  /** A process with the application. */
  private final class Instance implements AutoCloseable {
    private final String name;
    private final Process process;
    private volatile boolean started;

    Instance(String name) throws IOException {
      this.name = name;
      var command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-Xmx128m",
              "-cp",
              System.getProperty("java.class.path"),
              JobsApplication.class.getName(),
              "--spring.main.banner-mode=off",
              "--spring.task.scheduling.pool.size=4",
              "--logging.level.root=warn",
              "--sluice.cluster=" + cluster,
              "--sluice.lease=" + LEASE,
              "--sluice.node-name=" + name);
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Thread.startVirtualThread(this::listen);
    }

    private void listen() {
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines.lines().forEach(this::hear);
      } catch (IOException e) {
        // The process was killed.
      }
    }

    private void hear(String line) {
      if (line.equals("started")) {
        started = true;
      } else if (line.startsWith("ran ")) {
        String[] words = line.split(" ", -1);
        runs.add(new Run(name, words[1], Long.parseLong(words[2])));
      }
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() throws IOException {
      process.getOutputStream().close();
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The third member, as `sluice node` is: so that a quorum stays whichever instance dies. */
  private Sluice standingMember() throws InterruptedException {
    var member = Sluice.named(cluster).over(Tcp.loopback()).lease(LEASE).join();
    assertThat(member.awaitMembership(PATIENCE)).isTrue();
    return member;
  }

  private static long thisTick() {
    return Instant.now().getEpochSecond() / JobsApplication.TICK_SECONDS;
  }

  private List<Run> runsOf(String job, long tick) {
    return runs.stream().filter(run -> run.job.equals(job) && run.tick == tick).toList();
  }

  private void awaitRuns(long tick) {
    await("both jobs run in tick " + tick)
        .atMost(PATIENCE)
        .until(() -> JOBS.stream().noneMatch(job -> runsOf(job, tick).isEmpty()));
  }

  @Test
  void aJobRunsOnceATickAlthoughAnInstanceIsKilled() throws Exception {
    try (var standing = standingMember();
        var first = new Instance("first");
        var second = new Instance("second")) {
      await().atMost(PATIENCE).until(() -> first.started && second.started);
      await().atMost(PATIENCE).until(() -> standing.view().members().size() == 3);
      long begin = thisTick() + 1;
      awaitRuns(begin);
      // The instance that has the lock, or has had it last.
      var last = runsOf("shedlock", begin).getFirst().instance;
      var killed = last.equals("first") ? first : second;
      killed.kill();
      long end = begin + 2;
      awaitRuns(end);
      await().atMost(PATIENCE).until(() -> thisTick() > end);
      assertThat(LongStream.rangeClosed(begin, end).boxed())
          .allSatisfy(
              tick -> assertThat(JOBS).allSatisfy(job -> assertThat(runsOf(job, tick)).hasSize(1)));
      assertThat(runs)
          .filteredOn(run -> run.tick > begin)
          .noneMatch(run -> run.instance.equals(last));
    }
  }
}
