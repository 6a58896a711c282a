package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Message;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.SpanningTree;
import io.sluice.protocol.priority.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What PADME costs and how well it serves whom, as the paper measures it. */
class PadmeCostTest {

  private static final long SECOND = Nanos.parse("1s");

  static List<Models> models() {
    return Models.ALL;
  }

  /** A lone requester's request, reply and release each take as many messages as it is deep. */
  @ParameterizedTest
  @MethodSource("models")
  void threeMessagesForEachStepFromTheRoot(Models models) {
    var chain = Configuration.of(models).on(SpanningTree.chain());
    for (int depth = 0; depth < 5; depth++) {
      int asker = depth;
      var outcome =
          Simulation.of(Padme.algorithm(chain), Layout.plain(5))
              .workload(Workload.entries(4).asks(node -> node == asker))
              .run();
      assertThat(outcome.entries()).isEqualTo(4);
      assertThat(outcome.messages()).isEqualTo(4L * 3 * depth);
    }
  }

  /** The paper's experiment: seven in a binary tree who ask again at once, and stay a second. */
  private static Simulation<State, Message> seven(String letters, Delay latency) {
    var configuration = Configuration.of(Models.of(letters));
    return Simulation.of(Padme.algorithm(configuration), Layout.plain(7))
        .workload(
            Workload.unlimited()
                .think(Delay.NONE)
                .hold(Delay.millis(1000))
                .claims(node -> List.of(configuration.claim(node))))
        .network(Network.of(latency))
        .duration(360 * SECOND);
  }

  private static final class Gaps implements Auditor {
    private final List<Long> gaps = new ArrayList<>();
    private long left = -1;

    @Override
    public void entered(long at, int node, Claim claim, long fence) {
      if (left >= 0) {
        gaps.add(at - left);
      }
    }

    @Override
    public void released(long at, int node, Claim claim) {
      left = at;
    }
  }

  /** When all ask, every message of the token leads to an entry. */
  @ParameterizedTest
  @CsvSource({"FFUU, 181", "FRUU, 181", "LFUU, 181", "LRUU, 181"})
  void theSynchronisationDelayIsOneMessage(String letters, long entries) {
    var gaps = new Gaps();
    var outcome = seven(letters, Delay.millis(1000)).audit(gaps).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
    assertThat(gaps.gaps).hasSizeGreaterThan(170).containsOnly(SECOND);
    // One every two seconds, and the root's first at the very beginning.
    assertThat(outcome.entries()).isEqualTo(entries);
  }

  /** The optimum with one message between entries is 180 and 240; a central server makes 120. */
  @ParameterizedTest
  @CsvSource({
    "FFFF, 95, 149",
    "FRFF, 111, 170",
    "FFFU, 155, 217",
    "FFUF, 156, 217",
    "FFUU, 181, 241",
    "LFFF, 181, 241",
    "LRUU, 181, 241"
  })
  void entriesInSixMinutes(String letters, long slow, long fast) {
    assertThat(seven(letters, Delay.millis(1000)).run().entries()).isEqualTo(slow);
    assertThat(seven(letters, Delay.millis(500)).run().entries()).isEqualTo(fast);
  }

  @Test
  void otherModelsWhileItIsRunning() {
    var order = new Message.Change(ProcessSet.EMPTY, Models.of("FFUU"));
    var outcome =
        seven("FFFF", Delay.millis(1000)).change(new Change.Order<>(180 * SECOND, 0, order)).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.DURATION);
    assertThat(outcome.messagesByKind()).containsEntry("Change", 6L);
    // Half of 95 and half of 181.
    assertThat(outcome.entries()).isBetween(134L, 142L);
  }

  @Test
  void tenThousandOfWhomSomeDie() {
    someDie("FRUU");
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"FFFF", "FFUU", "FRFF"})
  void tenThousandOfWhomSomeDieInOtherConfigurations(String letters) {
    someDie(letters);
  }

  /**
   * Ten thousand, of whom some die, the root among them: exclusion and rising fences are judged at
   * every entry, and all others are served.
   */
  private static void someDie(String letters) {
    int n = 10_000;
    var configuration = Configuration.of(Models.of(letters));
    var outcome =
        Simulation.of(Padme.algorithm(configuration), Layout.plain(n))
            .workload(
                Workload.entries(1)
                    .think(Delay.NONE)
                    .hold(Delay.millis(1))
                    .claims(node -> List.of(configuration.claim(node))))
            .network(Network.of(Delay.parse("1ms..5ms")))
            .faults(
                Faults.NONE
                    .with(new Fault.Crash(5 * SECOND, 3))
                    .with(new Fault.Crash(10 * SECOND, 0))
                    .with(new Fault.Crash(15 * SECOND, 9_999))
                    .with(new Fault.Crash(20 * SECOND, 1))
                    .detectedAfter(Delay.parse("50ms..500ms")))
            .run();
    assertThat(outcome.end()).as(outcome.violation().toString()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isBetween(n - 4L, (long) n);
  }
}
