package io.sluice.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.simulate.Outcome.End;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes are told beside asking and leaving. */
class ChangesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Layout TWO = Layout.plain(2);
  private static final Layout WITH_NEWCOMER = TWO.withNewcomers(ProcessSet.of(1));

  /** Lets in who asks, welcomes who comes and lets go who leaves, at once. */
  private static final Algorithm<Integer, String> OBLIGING =
      Probe.protocol(
          (_, _, input, out) -> {
            switch (input) {
              case Input.Acquire(_) -> out.granted();
              case Input.Join(_) -> out.joined();
              case Input.Depart() -> out.departed();
              default -> {}
            }
          });

  /** Grants nothing; processes only join. */
  private static final Algorithm<Integer, String> HALL =
      Probe.protocol(
          (_, _, input, out) -> {
            switch (input) {
              case Input.Join(_) -> out.joined();
              case Input.Depart() -> out.departed();
              default -> {}
            }
          });

  /** Grants nothing. */
  private static final Algorithm<Integer, String> CLOSED = Probe.protocol((_, _, _, _) -> {});

  /** Writes down who comes, goes and gives up. */
  private static final class Register implements Auditor {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void entered(long at, int node, Claim claim, long fence) {
      lines.add(at / SECOND + " entered " + node);
    }

    @Override
    public void withdrew(long at, int node, Claim claim) {
      lines.add(at / SECOND + " withdrew " + node);
    }

    @Override
    public void joined(long at, int node) {
      lines.add(at / SECOND + " joined " + node);
    }

    @Override
    public void departed(long at, int node) {
      lines.add(at / SECOND + " departed " + node);
    }
  }

  private static Workload once() {
    return Workload.entries(1).start(Workload.Start.TOGETHER);
  }

  @Test
  void aNewcomerJoinsAndThenAsks() {
    var register = new Register();
    var outcome =
        Simulation.of(OBLIGING, WITH_NEWCOMER)
            .workload(once().asks(node -> node == 1))
            .change(new Change.Join<>(3 * SECOND, 1, 0))
            .audit(register)
            .run();
    assertThat(register.lines).containsExactly("3 joined 1", "4 entered 1");
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
  }

  @Test
  void aNewcomerThatNobodyAnswersStallsTheRun() {
    var outcome =
        Simulation.of(CLOSED, WITH_NEWCOMER)
            .workload(once().asks(_ -> false))
            .change(new Change.Join<>(SECOND, 1, 0))
            .run();
    assertThat(outcome.end()).isEqualTo(End.STALLED);
    assertThat(outcome.waiting()).containsExactly(1);
  }

  @Test
  void aMemberThatLeavesAsksNoMoreAndMayComeBack() {
    var register = new Register();
    var outcome =
        Simulation.of(OBLIGING, TWO)
            .workload(Workload.entries(3).start(Workload.Start.TOGETHER).asks(node -> node == 1))
            .change(new Change.Depart<>(SECOND + SECOND / 2, 1))
            .change(new Change.Join<>(10 * SECOND, 1, 0))
            .audit(register)
            .run();
    assertThat(register.lines)
        .containsExactly(
            "0 entered 1",
            "1 departed 1",
            "10 joined 1",
            "11 entered 1",
            "13 entered 1",
            "15 entered 1");
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
  }

  @Test
  void whoLosesPatienceWithdrawsAndAsksAgainLater() {
    var register = new Register();
    var outcome =
        Simulation.of(CLOSED, TWO)
            .workload(
                Workload.entries(2)
                    .start(Workload.Start.TOGETHER)
                    .asks(node -> node == 0)
                    .patience(Delay.millis(2000)))
            .audit(register)
            .run();
    assertThat(register.lines).containsExactly("2 withdrew 0", "5 withdrew 0");
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
    assertThat(outcome.entries()).isZero();
  }

  @Test
  void toServeARequestThatWasWithdrawnIsAViolation() {
    var late =
        Probe.protocol(
            (_, _, input, out) -> {
              if (input instanceof Input.Withdraw) {
                out.granted();
              }
            });
    var outcome =
        Simulation.of(late, TWO)
            .workload(once().asks(node -> node == 0))
            .change(new Change.Withdraw<>(SECOND, 0))
            .run();
    assertThat(outcome.violation().orElseThrow().verdict().word())
        .isEqualTo("invariant:unasked-grant");
  }

  @Test
  void whoRetiresGivesUpAndAsksNoMoreButStays() {
    var register = new Register();
    var outcome =
        Simulation.of(CLOSED, TWO)
            .workload(Workload.entries(5).start(Workload.Start.TOGETHER).asks(node -> node == 0))
            .change(new Change.Retire<>(SECOND, 0))
            .audit(register)
            .run();
    assertThat(register.lines).containsExactly("1 withdrew 0");
    assertThat(outcome.end()).isEqualTo(End.COMPLETE);
  }

  @Test
  void anOrderReachesItsNode() {
    var obeyed = new ArrayList<String>();
    var obeying =
        Probe.protocol(
            (self, _, input, _) -> {
              if (input instanceof Input.Order<String>(var order)) {
                obeyed.add(self + " " + order);
              }
            });
    var _ =
        Simulation.of(obeying, TWO)
            .workload(once().asks(_ -> false))
            .change(new Change.Order<>(SECOND, 1, "jump"))
            .duration(2 * SECOND)
            .run();
    assertThat(obeyed).containsExactly("1 jump");
  }

  @Test
  void churnReplacesMembersAsOftenAsItsRateSays() {
    var register = new Register();
    var outcome =
        Simulation.of(HALL, Layout.plain(40).withNewcomers(ProcessSet.range(30, 40)))
            .workload(Workload.unlimited().patience(Delay.millis(1000)))
            .churn(new Churn(1))
            .duration(1000 * SECOND)
            .audit(register)
            .run();
    assertThat(outcome.violation()).isEmpty();
    long departed = register.lines.stream().filter(line -> line.contains("departed")).count();
    long joined = register.lines.stream().filter(line -> line.contains("joined")).count();
    assertThat(departed).isBetween(900L, 1100L).isEqualTo(joined);
  }

  @Test
  void churnNeedsNewcomers() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Simulation.of(OBLIGING, TWO).churn(new Churn(1)))
        .withMessage("no member can be replaced: the layout has no newcomers");
  }
}
