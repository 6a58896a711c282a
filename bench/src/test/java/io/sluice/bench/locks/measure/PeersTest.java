package io.sluice.bench.locks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bench.locks.service.Services;
import io.sluice.bench.process.Children;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every peer starts, serves and is exclusive; skipped where its program is not installed. */
@Tag("long")
class PeersTest {

  private static final Plan PLAN = new Plan(3, 2, 2, Duration.ofMillis(500), Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sluice",
        "curator",
        "curator-in-memory",
        "redisson",
        "redisson-fair",
        "hazelcast",
        "jgroups"
      })
  void serves(String name) throws Exception {
    var service = Services.named(name);
    assumeTrue(service.missing().isEmpty(), () -> service.missing().orElse(""));

    try (var children = new Children();
        var coordinator = new Coordinator(service, PLAN)) {
      var figures = coordinator.measure(new RawTcp(children));

      assertThat(figures.lonePairsPerSecond()).isPositive();
      assertThat(figures.contention().entriesPerSecond()).isPositive();
      assertThat(figures.readWriteEntriesPerSecond().isPresent()).isEqualTo(service.readWrite());
    }
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }
}
