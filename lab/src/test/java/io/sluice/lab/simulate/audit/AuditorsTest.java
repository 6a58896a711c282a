package io.sluice.lab.simulate.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Probe;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.audit.OccupancySeries.Step;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditorsTest {

  /** Grants every request at once. */
  private static final Algorithm<Integer, String> OPEN = open().build();

  private static final Workload TOGETHER =
      Workload.entries(1).start(Workload.Start.TOGETHER).hold(Delay.millis(5));

  private static Algorithm.Builder<Integer, String> open() {
    return Probe.described(
        (_, _, input, out) -> {
          if (input instanceof Acquire) {
            out.granted();
          }
        });
  }

  @Test
  void twoInsideAreCaught() {
    var outcome = Simulation.of(OPEN, Layout.plain(3)).workload(TOGETHER).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.violation())
        .contains(
            new Violation(
                new Verdict.Exclusion(), "p1 enters while p0 is inside", 0, List.of(1, 0)));
  }

  @Test
  void membersOfOneGroupShareButCompetingGroupsDoNot() {
    var layout = Layout.groups(2, 1, 2);
    var outer = TOGETHER.asks(node -> node != 2);
    assertThat(Simulation.of(OPEN, layout).workload(outer).run().violation()).isEmpty();
    var outcome = Simulation.of(OPEN, layout).workload(TOGETHER).run();
    assertThat(outcome.violation().orElseThrow().what()).isEqualTo("b0 enters while a0 is inside");
  }

  @Test
  void aRoomIsSharedAndNobodySharesBeingAlone() {
    var layout = Layout.plain(4);
    var readers = TOGETHER.claims(_ -> List.of(Claim.SHARED));
    assertThat(Simulation.of(OPEN, layout).workload(readers).run().maxOccupancy()).isEqualTo(4);
    var writerAmongThem =
        TOGETHER.claims(node -> List.of(node == 2 ? Claim.EXCLUSIVE : Claim.SHARED));
    assertThat(
            Simulation.of(OPEN, layout)
                .workload(writerAmongThem)
                .run()
                .violation()
                .map(Violation::processes))
        .contains(List.of(2, 0));
    var twoRooms = TOGETHER.claims(node -> List.of(Claim.room("room " + node / 3)));
    assertThat(
            Simulation.of(OPEN, layout)
                .workload(twoRooms)
                .run()
                .violation()
                .map(Violation::processes))
        .contains(List.of(3, 0));
  }

  @Test
  void anyConflictGraphIsJudged() {
    // A path a - b - c: the ends may be inside together.
    var path =
        Layout.graph(
            List.of("a", "b", "c"),
            List.of(ProcessSet.of(1), ProcessSet.of(0, 2), ProcessSet.of(1)));
    assertThat(
            Simulation.of(OPEN, path).workload(TOGETHER.asks(node -> node != 1)).run().violation())
        .isEmpty();
    assertThat(
            Simulation.of(OPEN, path)
                .workload(TOGETHER)
                .run()
                .violation()
                .map(Violation::processes))
        .contains(List.of(1, 0));
  }

  @Test
  void entriesOneAfterTheOtherAreFine() {
    var turns = Workload.entries(1).hold(Delay.millis(5)).asks(node -> node < 2);
    var outcome = Simulation.of(OPEN, Layout.plain(3)).workload(turns).seed(3).run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.entries()).isEqualTo(2);
  }

  @Test
  void grantsThatNobodyAskedForAreCaught() {
    var generous =
        Probe.protocol(
            (_, _, input, out) -> {
              switch (input) {
                case Acquire<String> _ -> out.send(1, "have it");
                case Receive<String> _ -> out.granted();
                default -> {}
              }
            });
    var outcome = Simulation.of(generous, Layout.plain(2)).workload(Probe.lone()).run();
    assertThat(outcome.violation().map(Violation::what))
        .contains("p1 was let in without having asked");
    assertThat(outcome.violation().map(Violation::processes)).contains(List.of(1));
    assertThat(outcome.entries()).isZero();
  }

  @Test
  void aSecondGrantForOneRequestIsCaught() {
    var twice =
        Probe.protocol(
            (_, _, input, out) -> {
              if (input instanceof Acquire) {
                out.granted();
                out.granted();
              }
            });
    assertThat(Simulation.of(twice, Layout.plain(1)).run().violation().map(Violation::what))
        .contains("p0 was let in without having asked");
  }

  @Test
  void fencesMustRiseBetweenCompetitors() {
    // Each node counts for itself: its own grants rise, but not above the other's.
    var counting =
        Probe.described(
                (self, step, input, out) -> {
                  if (input instanceof Acquire) {
                    out.granted(step + (self == 1 ? 2 : 1));
                  }
                })
            .fenced()
            .build();
    var workload = Workload.entries(3).hold(Delay.millis(1));
    var alone = Simulation.of(counting, Layout.plain(2)).workload(workload.asks(n -> n == 0)).run();
    assertThat(alone.violation()).isEmpty();
    var both = Simulation.of(counting, Layout.plain(2)).workload(workload).seed(2).run();
    assertThat(both.violation().orElseThrow().what()).contains("entered with fencing number");
    var group = Simulation.of(counting, Layout.groups(2, 1)).workload(workload.asks(n -> n < 2));
    assertThat(group.run().violation()).isEmpty();
  }

  @Test
  void fencesAreIgnoredWhereThereAreNone() {
    assertThat(Simulation.of(OPEN, Layout.plain(1)).workload(Workload.entries(3)).run().violation())
        .isEmpty();
  }

  @Test
  void invariantsAreJudgedOnTheWorld() {
    var algorithm =
        Probe.described(
                (_, _, input, out) -> {
                  switch (input) {
                    case Acquire<String> _ -> out.send(1, "one");
                    case Receive<String>(_, var word) when word.equals("one") -> out.send(0, "two");
                    case Receive<String> _ -> out.granted();
                    default -> {}
                  }
                })
            .invariant("fewer than two steps", world -> world.state(0) < 2)
            .invariant("who waits has asked", AuditorsTest::whoWaitsHasAMessageUnderWay)
            .build();
    var simulation =
        Simulation.of(algorithm, Layout.plain(2)).workload(Probe.lone()).invariantsEvery(1);
    assertThat(simulation.run().violation().map(Violation::verdict))
        .contains(new Verdict.Broken("fewer than two steps"));
    assertThat(Simulation.of(algorithm, Layout.plain(2)).workload(Probe.lone()).run().violation())
        .isEmpty();
  }

  @Test
  void aProcessThatWithdrawsIsNoLongerCountedAsWaiting() {
    var series = new OccupancySeries(Layout.plain(2));
    series.asked(1, 0, Claim.EXCLUSIVE);
    series.withdrew(2, 0, Claim.EXCLUSIVE);
    assertThat(series.of(0)).endsWith(new Step(1, 1, 0), new Step(2, 0, 0));
  }

  @Test
  void invariantsOfPairsAreJudgedOnCompetitorsOnly() {
    var seen = new ArrayList<String>();
    var algorithm =
        open()
            .pairInvariant(
                "never",
                (one, _, other, _, there, back) -> {
                  seen.add(one + "-" + other + " " + there + back);
                  return true;
                })
            .build();
    var workload = TOGETHER.asks(node -> node == 0);
    Simulation.of(algorithm, Layout.groups(2, 1)).workload(workload).invariantsEvery(1).run();
    assertThat(seen).contains("2-0 [][]", "2-1 [][]").doesNotContain("1-0 [][]");
  }

  private static boolean whoWaitsHasAMessageUnderWay(World<Integer, String> world) {
    int underWay = world.inTransit(0, 1).size() + world.inTransit(1, 0).size();
    return world.waiting(0) == (underWay == 1) && !world.crashed(0) && !world.inside(1);
  }

  @Test
  void whatIsInTransitIsSeenInOrder() {
    var algorithm =
        Probe.described(
                (_, _, input, out) -> {
                  switch (input) {
                    case Acquire<String> _ -> List.of("a", "b", "c").forEach(w -> out.send(1, w));
                    case Receive<String> _ -> {}
                    case Release<String> _ -> {}
                    default -> throw new IllegalStateException();
                  }
                })
            .invariant(
                "in order",
                world ->
                    List.of("a", "b", "c").subList(world.state(1), 3).equals(world.inTransit(0, 1)))
            .build();
    var outcome =
        Simulation.of(algorithm, Layout.plain(2))
            .workload(Probe.lone())
            .faults(Faults.NONE.with(new Fault.Pause(1, 1, Nanos.parse("3ms"))))
            .invariantsEvery(1)
            .run();
    assertThat(outcome.violation()).isEmpty();
    assertThat(outcome.end()).isEqualTo(Outcome.End.STALLED);
  }

  @Test
  void aProtocolThatThrowsFailsTheRunWithTheExplorersVerdict() {
    var throwing =
        Probe.protocol(
            (_, _, _, _) -> {
              throw new NoSuchElementException("impossible");
            });
    var outcome = Simulation.of(throwing, Layout.plain(2)).workload(Probe.lone()).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.VIOLATION);
    assertThat(outcome.verdict()).isEqualTo(new Verdict.Failed());
    assertThat(outcome.violation().orElseThrow().what())
        .startsWith("p0 failed on a request: java.util.NoSuchElementException: impossible at ")
        .contains("AuditorsTest");
  }

  @Test
  void whatAFailedStepDidBeforeDoesNotCount() {
    var throwing =
        Probe.protocol(
            (_, _, _, out) -> {
              out.granted();
              out.granted();
              throw new NoSuchElementException("impossible");
            });
    var outcome = Simulation.of(throwing, Layout.plain(2)).workload(Probe.lone()).run();
    assertThat(outcome.verdict()).isEqualTo(new Verdict.Failed());
  }

  @Test
  void messagesGoToOthers() {
    var lonely =
        Probe.protocol(
            (self, _, input, out) -> {
              if (input instanceof Acquire) {
                out.send(self, "echo");
              }
            });
    assertThat(
            Simulation.of(lonely, Layout.plain(2))
                .workload(Probe.lone())
                .run()
                .violation()
                .orElseThrow()
                .what())
        .contains("a message goes to another process, not from 0 to 0");
  }

  @Test
  void anybodyMayAudit() {
    var patience =
        new Auditor() {
          private Optional<Violation> violation = Optional.empty();

          @Override
          public void released(long at, int node, Claim claim) {
            violation =
                Optional.of(
                    new Violation(new Verdict.Broken("patience"), "too soon", at, List.of(node)));
          }

          @Override
          public Optional<Violation> violation() {
            return violation;
          }
        };
    var outcome = Simulation.of(OPEN, Layout.plain(2)).workload(Probe.lone()).audit(patience).run();
    assertThat(outcome.violation())
        .contains(new Violation(new Verdict.Broken("patience"), "too soon", 1_000_000, List.of(0)));
  }
}
