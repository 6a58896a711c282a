package io.sluice.streams.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker process has more than twice as much state as heap, moves half of it, and crashes. */
class LargeStateTest {

  private static final int HEAP_MEGABYTES = 96;
  private static final int KEYS = 21_000;

  @TempDir private Path folder;

  @Test
  @Tag("long")
  @Timeout(600)
  void stateLargerThanTheHeapIsRestoredAfterACrash() throws Exception {
    assertThat((long) KEYS * LargeStateMain.BALLAST).isGreaterThan((2L * HEAP_MEGABYTES) << 20);
    var log = folder.resolve("worker.log");
    var keys = IntStream.range(0, KEYS).mapToObj("key-%05d"::formatted).toList();
    boolean fine = false;
    try (var broker = Broker.start()) {
      broker.topic(LargeStateMain.IN, 1);
      broker.topic(LargeStateMain.OUT, 1);
      broker.write(LargeStateMain.IN, 0, keys);
      var first = worker(broker, log);
      try {
        scale(first, 1, log);
        awaitResults(broker, first, KEYS);
        scale(first, 2, log);
        broker.write(LargeStateMain.IN, 0, keys);
        awaitResults(broker, first, KEYS + KEYS / 4);
      } finally {
        first.destroyForcibly().waitFor();
      }
      var second = worker(broker, log);
      try {
        scale(second, 1, log);
        awaitResults(broker, second, 2 * KEYS);
      } finally {
        second.destroyForcibly().waitFor();
      }
      var expected =
          Stream.concat(keys.stream().map(key -> key + " 1"), keys.stream().map(key -> key + " 2"))
              .toList();
      assertThat(broker.values(LargeStateMain.OUT).stream().sorted().toList())
          .isEqualTo(expected.stream().sorted().toList());
      fine = true;
    } finally {
      if (!fine) {
        System.out.println(Files.readString(log));
      }
    }
  }

  private Process worker(Broker broker, Path log) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx%dm".formatted(HEAP_MEGABYTES),
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                LargeStateMain.class.getName(),
                broker.address(),
                folder.resolve("state").toString()))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static void scale(Process worker, int instances, Path log) throws IOException {
    long before = times(instances, log);
    worker.getOutputStream().write("%d\n".formatted(instances).getBytes(UTF_8));
    worker.getOutputStream().flush();
    await()
        .atMost(Duration.ofMinutes(3))
        .until(
            () -> {
              assertThat(worker.isAlive()).isTrue();
              return times(instances, log) > before;
            });
  }

  /** How often there were that many instances. */
  private static long times(int instances, Path log) throws IOException {
    return Files.readAllLines(log).stream().filter((instances + " instances")::equals).count();
  }

  private static void awaitResults(Broker broker, Process worker, int number) {
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              assertThat(worker.isAlive()).isTrue();
              return broker.read(LargeStateMain.OUT).size() >= number;
            });
  }
}
