package io.sluice.lab.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.experiment.Experiment;
import io.sluice.lab.experiment.ExperimentFailed;
import io.sluice.lab.experiment.Experiments;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.RicartAgrawala;
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

  /** As in the simulator: a verdict that names the process and the input. */
  @Test
  void aProtocolThatThrowsFailsTheRun() throws IOException, InterruptedException {
    var throwing =
        Algorithm.<RicartAgrawala.State, RicartAgrawala.Message>of(
                "throwing", Family.EXCLUSIVE, (self, layout) -> throwing(self, layout))
            .build();
    var plan =
        Simulation.of(throwing, Layout.plain(3))
            .workload(Workload.entries(2).think(Delay.millis(10)).hold(Delay.millis(10)));
    try (var cluster = LiveCluster.open(LiveNetwork.LOCAL, () -> false)) {
      var options = new Options(1, () -> false, cluster.runner(1));
      var outcome = Trial.run(plan, 1, options);
      assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
      var violation = outcome.violation().orElseThrow();
      assertThat(violation.verdict()).isEqualTo(new Verdict.Failed());
      assertThat(violation.what()).startsWith("p1 failed on ").contains("no more releases");
      assertThat(violation.processes()).containsExactly(1);
    }
    try (var cluster = LiveCluster.open(LiveNetwork.LOCAL, () -> false)) {
      var options = new Options(1, () -> false, cluster.runner(1));
      assertThatThrownBy(() -> Trial.runSound(plan, 1, options))
          .isInstanceOf(ExperimentFailed.class)
          .hasMessageContaining("p1 failed on ");
    }
  }

  private static Protocol<RicartAgrawala.State, RicartAgrawala.Message> throwing(
      int self, Layout layout) {
    var sound = RicartAgrawala.ALGORITHM.process(self, layout);
    return new Protocol<>() {
      @Override
      public RicartAgrawala.State initial() {
        return sound.initial();
      }

      @Override
      public RicartAgrawala.State on(
          RicartAgrawala.State state,
          Input<RicartAgrawala.Message> input,
          Outbox<RicartAgrawala.Message> out) {
        if (self == 1 && input instanceof Input.Release) {
          throw new IllegalStateException("no more releases");
        }
        return sound.on(state, input, out);
      }
    };
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
