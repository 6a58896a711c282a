package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.simulate.audit.OccupancySeries;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimulationTest {

  @Test
  void theExampleOfThePackage() {
    var layout = Layout.plain(12);
    var series = new OccupancySeries(layout);
    Outcome outcome =
        Simulation.of(RicartAgrawala.ALGORITHM, layout)
            .workload(Workload.entries(10).think(Delay.millis(300)).hold(Delay.millis(300)))
            .network(Network.of(Delay.parse("1ms..5ms")))
            .faults(Faults.NONE.with(new Fault.Pause(Nanos.parse("2s"), 3, Nanos.parse("1s"))))
            .audit(series)
            .seed(7)
            .run();
    assertThat(outcome.messagesPerEntry()).isEqualTo(22);
    assertThat(outcome.waits().meanMillis()).isGreaterThan(1000);
    assertThat(series.of(0)).hasSizeGreaterThan(100);
  }

  @Test
  void aTimerRunsOutAfterItsTimeUnlessReplaced() {
    var heard = new ArrayList<String>();
    var algorithm =
        Probe.protocol(
            (_, _, input, out) -> {
              switch (input) {
                case Acquire<String> _ -> {
                  out.timer("a", 10);
                  out.timer("b", 20);
                  out.timer("c", 15);
                  out.timer("a", 30);
                }
                case Expired<String>(var name) -> {
                  heard.add(name);
                  if (name.equals("c")) {
                    out.timer("b", 1);
                  }
                  if (name.equals("a")) {
                    out.granted();
                  }
                }
                default -> {}
              }
            });
    var outcome = Simulation.of(algorithm, Layout.plain(1)).workload(Probe.lone()).run();
    assertThat(heard).containsExactly("c", "b", "a");
    assertThat(outcome.waits().maxMillis()).isEqualTo(30);
  }

  @Test
  void aTimerOfTheSameNameCanBeSetAgainAfterItRanOut() {
    var outcome =
        Simulation.of(
                Probe.protocol(
                    (_, step, _, out) -> {
                      if (step < 5) {
                        out.timer("again", 2);
                      } else if (step == 5) {
                        out.granted();
                      }
                    }),
                Layout.plain(1))
            .workload(Probe.lone())
            .run();
    assertThat(outcome.waits().maxMillis()).isEqualTo(10);
  }

  @Test
  void drawsReachEveryOutcomeAndNoOther() {
    var drawn = new ArrayList<Integer>();
    var algorithm =
        Probe.protocol(
            (_, step, input, out) -> {
              if (input instanceof Drawn<String>(var name, var outcome)) {
                assertThat(name).isEqualTo("die");
                drawn.add(outcome);
              }
              if (step < 200) {
                out.draw("die", 6);
              } else if (step == 200) {
                out.granted();
              }
            });
    var outcome = Simulation.of(algorithm, Layout.plain(1)).workload(Probe.lone()).run();
    assertThat(drawn).hasSize(200).containsOnly(0, 1, 2, 3, 4, 5);
    assertThat(outcome.waits().maxNanos()).isZero();
  }

  @Test
  void theRunEndsAtTheDuration() {
    var outcome =
        Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(4))
            .workload(Workload.unlimited().think(Delay.NONE))
            .duration(Nanos.parse("360s"))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
    assertThat(outcome.simulatedSeconds()).isEqualTo(360);
    assertThat(outcome.entries()).isBetween(355L, 360L);
    assertThat(outcome.waiting()).hasSize(3);
  }

  @Test
  void someMayThinkLongerThanOthers() {
    var entered = new int[2];
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(2))
        .workload(
            Workload.unlimited()
                .thinkOf(node -> Delay.millis(node == 0 ? 1000 : 9000))
                .hold(Delay.NONE))
        .duration(Nanos.parse("90s"))
        .audit(
            new Auditor() {
              @Override
              public void entered(long at, int node, Claim claim, long fence) {
                entered[node]++;
              }
            })
        .run();
    assertThat(entered[0]).isBetween(85, 91);
    assertThat(entered[1]).isBetween(9, 11);
  }

  @Test
  void processesThatAskWithoutEndNeedADuration() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(4))
                    .workload(Workload.unlimited())
                    .run())
        .withMessage(
            "processes that ask without end need a duration; set one, or a number of entries");
  }

  @Test
  void aRunCanBeWatchedAndCancelled() {
    var reports = new AtomicInteger();
    var outcome =
        endless()
            .progress((_, _) -> reports.incrementAndGet())
            .cancelledWhen(() -> reports.get() == 3)
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.CANCELLED);
    assertThat(outcome.events()).isEqualTo(3 * 65_536);
  }

  @Test
  void anInterruptCancels() {
    Thread.currentThread().interrupt();
    assertThat(endless().run().end()).isEqualTo(Outcome.End.CANCELLED);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static Simulation<?, ?> endless() {
    return Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(10))
        .workload(Workload.unlimited())
        .duration(Nanos.LONGEST);
  }

  @Test
  void nodesStartSpreadOverAThinkTimeOrTogether() {
    var spread = new Probe.Diary();
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(50))
        .workload(Workload.entries(1).think(Delay.millis(100)))
        .auditMessages(spread)
        .run();
    var moments = spread.about("asked ", 2).stream().mapToLong(Long::parseLong);
    assertThat(moments).doesNotHaveDuplicates().allMatch(at -> at >= 0 && at < 100_000_000);
    var together = new Probe.Diary();
    Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(3))
        .workload(Workload.entries(1).start(Workload.Start.TOGETHER))
        .auditMessages(together)
        .run();
    assertThat(together.about("asked ")).containsExactly("0  0", "1  0", "2  0");
  }

  @Test
  void claimsAreChosenAmongThoseOfTheNode() {
    var diary = new Probe.Diary();
    Simulation.of(Probe.sending(List.of()), Layout.plain(1))
        .workload(Workload.entries(50).claims(_ -> List.of(Claim.room("red"), Claim.room("blue"))))
        .auditMessages(diary)
        .run();
    assertThat(diary.about("asked 0 ", 0)).hasSize(50).containsOnly("red", "blue");
  }

  @Test
  void theRunLastsUntilNothingIsInTransit() {
    var diary = new Probe.Diary();
    Simulation.of(
            Probe.protocol(
                (self, step, input, out) -> {
                  if (input instanceof Acquire) {
                    out.granted();
                  }
                  if (step < 5 && (input instanceof Acquire || input instanceof Receive)) {
                    out.send(1 - self, "on and on");
                  }
                }),
            Layout.plain(2))
        .workload(Probe.lone())
        .auditMessages(diary)
        .run();
    assertThat(diary.about("received")).hasSameSizeAs(diary.about("sent")).hasSizeGreaterThan(5);
  }

  static Stream<Algorithm<?, ?>> catalogue() {
    return Catalogue.builtIn().all().stream().filter(Simulation::suits);
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void everyProtocolServesEveryClientAndRunsTheSameTwice(Algorithm<?, ?> algorithm) {
    var outcome = smallRun(algorithm);
    if (algorithm.flaw().isEmpty()) {
      assertThat(outcome.verdict()).isEqualTo(new Verdict.Ok());
      assertThat(outcome.waiting()).isEmpty();
    }
    var again = smallRun(algorithm);
    assertThat(again.messagesByKind()).isEqualTo(outcome.messagesByKind());
    assertThat(again.simulatedNanos()).isEqualTo(outcome.simulatedNanos());
    assertThat(again.verdict()).isEqualTo(outcome.verdict());
  }

  private static <S, M> Outcome smallRun(Algorithm<S, M> algorithm) {
    var layout = algorithm.family().toSimulate();
    return Simulation.of(algorithm, layout)
        .workload(
            Workload.entries(5)
                .think(Delay.millis(1, 20))
                .hold(Delay.millis(5))
                .claims(process -> algorithm.family().claims(layout, process)))
        .invariantsEvery(1)
        .run();
  }
}
