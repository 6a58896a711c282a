package io.sluice.bench.streams.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every engine runs the job that is measured. */
class EnginesTest {

  private static final int SECONDS = 60;

  /** Counts down when records of all keys have been at the sink. */
  private static final class AllKeys implements Probe.Listener {

    private final Set<Integer> missing = ConcurrentHashMap.newKeySet();
    private final Set<Integer> owned = ConcurrentHashMap.newKeySet();
    private final CountDownLatch arrived = new CountDownLatch(1);

    AllKeys() {
      for (int key = 0; key < Workload.KEYS; key++) {
        missing.add(key);
      }
    }

    @Override
    public void atSink(int key, long now) {
      missing.remove(key);
      if (missing.isEmpty()) {
        arrived.countDown();
      }
    }

    @Override
    public void atOwner(int key) {
      owned.add(key);
    }
  }

  static List<String> names() {
    return Engines.all().stream().map(StreamEngine::name).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void runsTheKeyedJob(String name) throws Exception {
    var keys = new AllKeys();
    var workload = Workload.steady(2_000, 1 << 10);
    Probe.observe(workload, keys);

    try (var _ = Engines.named(name).start(workload)) {
      assertThat(keys.arrived.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(keys.owned).hasSize(Workload.KEYS);
  }

  @Test
  void namesDiffer() {
    assertThat(names()).doesNotHaveDuplicates();
  }

  @Test
  void unknownEngineNamesTheKnown() {
    assertThatThrownBy(() -> Engines.named("storm"))
        .hasMessageContainingAll("there is no stream engine 'storm'", "flink", "pekko");
  }
}
