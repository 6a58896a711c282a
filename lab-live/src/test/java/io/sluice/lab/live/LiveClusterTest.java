package io.sluice.lab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.Experiments;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments run with live nodes as they do in the simulator. */
@Timeout(300)
class LiveClusterTest {

  private static Section run(String experiment, LiveNetwork over, double scale)
      throws IOException, InterruptedException {
    try (var cluster = LiveCluster.open(over, () -> false)) {
      return live(experiment)
          .run(new Options(0, () -> false, cluster.runner(scale)), Progress.SILENT);
    }
  }

  private static Experiment live(String name) {
    return Experiments.find(name).orElseThrow().forLiveNodes().orElseThrow();
  }

  /** RA1 sends exactly 2yn(n-1) messages, whatever network carries them. */
  @Test
  void liveNodesSendAsManyMessagesAsInTheSimulator() throws IOException, InterruptedException {
    var section = run("gme-traffic-nodes", LiveNetwork.LOCAL, 0.01);
    String table = ((Figure.Plot) section.figures().getFirst()).data().text();
    for (int n = 6; n <= 24; n += 2) {
      int messages = 2 * 10 * n * (n - 1);
      String row = "RA1,%d,1,%d,%d,%d,0,".formatted(n, messages, messages, messages);
      assertThat(table.lines()).anyMatch(line -> line.startsWith(row));
    }
  }

  private static void runsToTheEnd(String experiment, LiveNetwork over, double scale)
      throws IOException, InterruptedException {
    var section = run(experiment, over, scale);
    assertThat(section.figures()).isNotEmpty();
    assertThat(section.comparisons()).isNotEmpty();
    assertThat(section.parameters().toString())
        .contains(over.words(), "took %s s".formatted(scale))
        .doesNotContain("rooms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries"})
  void toTheEnd(String experiment) throws IOException, InterruptedException {
    runsToTheEnd(experiment, LiveNetwork.LOCAL, 0.02);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries", "gme-traffic-nodes"})
  void toTheEndOverTcp(String experiment) throws IOException, InterruptedException {
    runsToTheEnd(experiment, LiveNetwork.CLUSTER, 0.1);
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {"gme-concurrency", "gme-latency", "gme-traffic-entries", "gme-traffic-nodes"})
  void toTheEndOverKafka(String experiment) throws IOException, InterruptedException {
    runsToTheEnd(experiment, LiveNetwork.KAFKA, 0.1);
  }

  @Test
  void aCancelledRunGivesNoSection() throws IOException, InterruptedException {
    try (var cluster = LiveCluster.open(LiveNetwork.LOCAL, () -> true)) {
      var options = new Options(1, () -> true, cluster.runner(1));
      assertThatThrownBy(() -> live("gme-latency").run(options, Progress.SILENT))
          .isInstanceOf(CancellationException.class);
    }
  }
}
