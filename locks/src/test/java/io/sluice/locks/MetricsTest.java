package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.tcp.Tcp;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is counted and timed. */
@Timeout(60)
class MetricsTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();

  private double count(String meter, String... tags) {
    return registry.get(meter).tags(tags).counter().count();
  }

  @Test
  void eachLockIsCountedByItself() throws Exception {
    try (var here = Sluice.named("counted").metrics(registry).join();
        var there = Sluice.join("counted")) {
      await().until(() -> here.view().members().size() == 2);
      for (int i = 0; i < 3; i++) {
        here.lock("x").acquire(Duration.ofSeconds(5)).close();
      }
      try (var _ = there.lock("x").acquire(Duration.ofSeconds(5))) {
        assertThatThrownBy(() -> here.lock("x").acquire(Duration.ofMillis(20)))
            .isInstanceOf(TimeoutException.class);
      }
      here.readWriteLock("y").readLock().acquire(Duration.ofSeconds(5)).close();
      here.groupLock("z").enter("room").close();
      here.prioritySemaphore("s", 2).acquire(Priority.HIGH).close();

      String[] x = {"lock", "x", "algorithm", "token-queue", "cluster", "counted"};
      assertThat(count("sluice.lock.acquisitions", x)).isEqualTo(3);
      assertThat(registry.get("sluice.lock.wait").tags(x).timer().count()).isEqualTo(3);
      assertThat(registry.get("sluice.lock.held").tags(x).timer().count()).isEqualTo(3);
      assertThat(count("sluice.lock.timeouts", x)).isEqualTo(1);
      assertThat(count("sluice.lock.losses", x)).isZero();
      assertThat(count("sluice.lock.messages", x)).isPositive();
      assertThat(count("sluice.lock.acquisitions", "lock", "y", "algorithm", "rw-permissions"))
          .isEqualTo(1);
      assertThat(count("sluice.lock.acquisitions", "lock", "z", "algorithm", "rooms")).isEqualTo(1);
      assertThat(count("sluice.lock.acquisitions", "lock", "s")).isEqualTo(1);
      assertThat(count("sluice.views")).isEqualTo(2);
      assertThat(registry.get("sluice.members").gauge().value()).isEqualTo(2);
    }
  }

  @Test
  void timesAreThoseOfTheLock() throws Exception {
    try (var sluice = Sluice.named("timed").metrics(registry).join()) {
      var lease = sluice.lock("x").acquire(Duration.ofSeconds(5));
      var waiting = sluice.lock("x").acquireAsync();
      long from = System.nanoTime();
      await().until(() -> System.nanoTime() - from > 20_000_000);
      lease.close();
      waiting.get(5, TimeUnit.SECONDS).close();
      var wait = registry.get("sluice.lock.wait").tag("lock", "x").timer();
      var held = registry.get("sluice.lock.held").tag("lock", "x").timer();
      await().until(() -> held.count() == 2);
      assertThat(wait.max(TimeUnit.MILLISECONDS)).isBetween(20.0, 60_000.0);
      assertThat(held.max(TimeUnit.MILLISECONDS)).isBetween(20.0, 60_000.0);
    }
  }

  @Test
  void whatIsHeldAndWaitedForIsShown() throws Exception {
    try (var here = Sluice.named("gauged").metrics(registry).join();
        var there = Sluice.join("gauged")) {
      await().until(() -> here.view().members().size() == 2);
      var held = here.lock("x").acquire(Duration.ofSeconds(5));
      var first = here.lock("x").acquireAsync();
      var second = here.lock("x").acquireAsync();
      var other = there.lock("y").acquire(Duration.ofSeconds(5));
      assertThat(gauge("sluice.holders")).isEqualTo(1);
      assertThat(gauge("sluice.waiters")).isEqualTo(2);
      await().until(() -> gauge("sluice.locks") == 2);
      held.close();
      first.get(5, TimeUnit.SECONDS).close();
      await().until(() -> gauge("sluice.waiters") == 0);
      second.get(5, TimeUnit.SECONDS).close();
      assertThat(gauge("sluice.holders")).isZero();
      other.close();
    }
  }

  private double gauge(String name) {
    return registry.get(name).tag("cluster", "gauged").gauge().value();
  }

  @Test
  void lossesAreCountedAndTheLeaseIsShown() throws Exception {
    var cluster = ClusterNames.of(MetricsTest.class, "shown");
    var sluice = Sluice.named(cluster).over(Tcp.loopback()).metrics(registry).join();
    sluice.lock("x").acquire(Duration.ofSeconds(20));
    assertThat(registry.get("sluice.lease.margin").gauge().value()).isBetween(0.0, 5.0);
    sluice.close();
    await().until(() -> count("sluice.lock.losses", "lock", "x") == 1);
    assertThat(registry.get("sluice.members").gauge().value()).isZero();
  }

  @Test
  void aNodeThatJoinsAgainIsTheOneThatIsShown() {
    Sluice.named("again").metrics(registry).join().close();
    try (var sluice = Sluice.named("again").metrics(registry).join()) {
      await().until(() -> sluice.view().members().size() == 1);
      assertThat(registry.get("sluice.members").gauge().value()).isEqualTo(1);
    }
  }

  /** Micrometer is optional: locks work where it is not on the class path. */
  @Test
  void whoAsksForNoMetricsNeedsNoMicrometer() throws Exception {
    String without =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("micrometer"))
            .collect(Collectors.joining(File.pathSeparator));
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                without,
                Plain.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.lines().toList()).containsExactly("no Micrometer", "held");
    } finally {
      process.destroyForcibly();
    }
  }

  /** A program that knows nothing of metrics. */
  static final class Plain {
    private Plain() {}

    public static void main(String[] args) throws Exception {
      try {
        Class.forName("io.micrometer.core.instrument.MeterRegistry");
      } catch (ClassNotFoundException e) {
        System.out.println("no Micrometer");
      }
      try (var sluice = Sluice.named("plain").nodeName("me").join();
          var lease = sluice.lock("x").acquire(Duration.ofSeconds(5))) {
        System.out.println(lease.valid() ? "held" : "not held");
      }
    }
  }
}
