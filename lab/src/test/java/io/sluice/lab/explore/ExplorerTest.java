package io.sluice.lab.explore;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.protocols.LastComeFirstServed;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the explorer says of protocols whose faults are known. */
class ExplorerTest {

  private static final Layout TWO = Layout.plain(2);
  private static final Layout THREE = Layout.plain(3);

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full().withWorkers(1));
  }

  private static String verdict(Scope<?, ?> scope) {
    return search(scope).verdict().word();
  }

  @Test
  void findsTwoInsideOnAShortestTrace() {
    var result = search(Scope.of(Toy.OPEN, TWO, 3));
    assertThat(result.verdict()).isEqualTo(new Verdict.Exclusion());
    assertThat(result.what()).isEqualTo("p0 and p1 are inside together");
    assertThat(result.trace().orElseThrow().events())
        .containsExactly(new Event.Ask(0, Claim.EXCLUSIVE), new Event.Ask(1, Claim.EXCLUSIVE));
  }

  @Test
  void findsThatNothingCanHappenAnyMore() {
    var result = search(Scope.of(Toy.CLOSED, TWO, 1));
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(result.what()).contains("p0 and p1 still wait");
  }

  @Test
  void findsThatThingsHappenInVain() {
    var result = search(Scope.of(Toy.RESTLESS, TWO, 1));
    assertThat(result.verdict()).isEqualTo(new Verdict.Stuck());
    assertThat(result.what())
        .isEqualTo("from the beginning on, whatever happens, some process is never served");
    var trace = result.trace().orElseThrow();
    var circle = trace.events().subList(trace.cycle(), trace.events().size());
    assertThat(circle)
        .as("both balls go to and fro")
        .contains(new Event.Receive(0, 1, "ball"), new Event.Receive(1, 0, "ball"))
        .allMatch(event -> event instanceof Event.Receive);
  }

  @Test
  void depthCountsTheLevelsOfTheWorldsFoundWhateverTheVerdict() {
    var ok = search(Scope.of(CentralFixed.ALGORITHM, TWO, 1));
    var exclusion = search(Scope.of(Toy.OPEN, TWO, 1));
    var deadlock = search(Scope.of(Toy.CLOSED, TWO, 1));
    var failed = search(Scope.of(Toy.FRAIL, TWO, 1));
    assertThat(ok.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(ok.depth()).as("7 moves lead to the last world").isEqualTo(8);
    assertThat(exclusion.trace().orElseThrow().events()).hasSize(2);
    assertThat(exclusion.depth()).isEqualTo(3);
    assertThat(deadlock.trace().orElseThrow().events()).hasSize(2);
    assertThat(deadlock.depth()).isEqualTo(3);
    assertThat(failed.trace().orElseThrow().events()).hasSize(2);
    assertThat(failed.depth()).isEqualTo(3);
  }

  @Test
  void findsAGrantThatNobodyAskedFor() {
    assertThat(verdict(Scope.of(Toy.GENEROUS, TWO, 1))).isEqualTo("invariant:unasked-grant");
  }

  @Test
  void findsAnInputThatTheProtocolHasNoAnswerTo() {
    var twice = Scope.of(RicartAgrawala.ALGORITHM, THREE, 1).with(new Faults(0, 0, 1));
    assertThat(verdict(twice)).isEqualTo("failed");
  }

  @Test
  void aProtocolThatThrowsIsAVerdictWithAShortestTrace() {
    var result = search(Scope.of(Toy.FRAIL, TWO, 1));
    assertThat(result.verdict()).isEqualTo(new Verdict.Failed());
    assertThat(result.what())
        .startsWith(
            "p1 failed on message hello from p0: java.util.NoSuchElementException: no hello")
        .contains("Toy");
    assertThat(result.trace().orElseThrow().events())
        .containsExactly(new Event.Ask(0, Claim.EXCLUSIVE), new Event.Receive(1, 0, "hello"));
  }

  @Test
  void findsWhoCanStarveAndShowsTheCycle() {
    var result = search(Scope.of(LastComeFirstServed.ALGORITHM, Layout.plain(4), UNBOUNDED));
    assertThat(result.verdict()).isEqualTo(new Verdict.Starvation());
    var trace = result.trace().orElseThrow();
    assertThat(trace.cycle()).isBetween(1, trace.events().size() - 1);
    var cycle = trace.steps().subList(trace.cycle(), trace.events().size());
    assertThat(cycle).anyMatch(TraceStep::granted);
  }

  @Test
  void aQueueInOrderOfArrivalStarvesNobody() {
    assertThat(verdict(Scope.of(CentralFixed.ALGORITHM, Layout.plain(4), UNBOUNDED)))
        .isEqualTo("ok");
  }

  @Test
  void tossesEveryCoinAndWaitsForEveryTimer() {
    assertThat(verdict(Scope.of(Toy.COIN, Layout.plain(1), 2))).isEqualTo("ok");
    assertThat(verdict(Scope.of(Toy.COIN, Layout.plain(1), UNBOUNDED)))
        .as("the coin may show tails forever")
        .isEqualTo("starvation");
  }

  @Test
  void ricartAgrawalaNeedsNoOrderButEveryMessageAndEveryPeer() {
    var scope = Scope.of(RicartAgrawala.ALGORITHM, THREE, 1);
    assertThat(verdict(scope.with(Channels.UNORDERED))).isEqualTo("ok");
    assertThat(verdict(scope.with(new Faults(0, 1, 0)))).isEqualTo("deadlock");
    assertThat(verdict(scope.with(new Faults(1, 0, 0)))).isEqualTo("deadlock");
  }

  @Test
  void survivorsLearnOfACrash() {
    var result = search(Scope.of(CentralFixed.ALGORITHM, THREE, 1).with(new Faults(1, 0, 0)));
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(result.trace().orElseThrow().events())
        .hasAtLeastOneElementOfType(Event.Crash.class)
        .hasAtLeastOneElementOfType(Event.Exclude.class);
  }

  @Test
  void nobodyMayCountOnAFault() {
    var lossy = Scope.of(Toy.CLOSED, TWO, 1).with(new Faults(2, 0, 0));
    assertThat(verdict(lossy)).as("crashing would end the waiting").isEqualTo("deadlock");
  }

  @Test
  void nobodyMayCountOnOthersToAsk() {
    assertThat(verdict(Scope.of(Toy.SOCIABLE, TWO, UNBOUNDED)))
        .as("the second to ask lets the first in, but it need never ask")
        .isEqualTo("deadlock");
  }

  @Test
  void oneWorkerOrThreeFindTheSame() {
    var scope = Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2);
    var alone = search(scope);
    var three = Explorer.search(scope, Effort.full().withWorkers(3));
    assertThat(three.worlds()).isEqualTo(alone.worlds());
    assertThat(three.transitions()).isEqualTo(alone.transitions());
    assertThat(three.depth()).isEqualTo(alone.depth());
    var faulty = Scope.of(RicartAgrawala.ALGORITHM, THREE, 1).with(new Faults(0, 1, 0));
    assertThat(Explorer.search(faulty, Effort.full().withWorkers(3)).trace())
        .as("the same trace, whichever worker finds it")
        .isEqualTo(search(faulty).trace());
  }

  @Test
  void comparingWorldsThemselvesCountsTheSame() {
    var scope = Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2);
    var exact = Explorer.search(scope, Effort.full().withWorkers(2).comparingWorlds());
    assertThat(exact.worlds()).isEqualTo(search(scope).worlds());
    assertThat(exact.verdict()).isEqualTo(new Verdict.Ok());
  }

  @Test
  void theMemoryLimitIsAClearEnd() {
    var scope = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(4), 1);
    var result = Explorer.search(scope, Effort.full().withMemory(8 << 20));
    assertThat(result.verdict()).isEqualTo(new Verdict.Incomplete());
    assertThat(result.what())
        .contains("memory limit of 8 MiB", "give it more", "no error within the first");
    assertThat(result.worlds()).isPositive();
  }

  @Test
  void aFloodedChannelIsAClearEndToo() {
    var result =
        Explorer.search(Scope.of(Toy.FLOODING, TWO, 1), Effort.full().withMemory(64 << 20));
    assertThat(result.verdict()).isEqualTo(new Verdict.Incomplete());
  }

  @Test
  void aSearchCanBeCancelledAndTellsHowFarItIs() {
    var reports = new ArrayList<Long>();
    var batches = new AtomicInteger();
    var effort =
        Effort.full()
            .reportingTo((worlds, _, _, _, _) -> reports.add(worlds))
            .until(() -> batches.incrementAndGet() > 20);
    var result = Explorer.search(Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(4), 1), effort);
    assertThat(result.verdict()).isEqualTo(new Verdict.Incomplete());
    assertThat(result.what()).contains("cancelled");
    assertThat(reports).isSorted();
  }

  @Test
  void refusesAScopeThatMakesNoSense() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.of(Toy.OPEN, TWO, 0))
        .withMessageContaining("at least once");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.of(Toy.OPEN, Layout.plain(33), 1))
        .withMessageContaining("simulate larger ones");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.of(Toy.OPEN, TWO, 1).withOvertaking())
        .withMessageContaining("no bound on overtaking");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.of(CentralFixed.ALGORITHM, TWO, UNBOUNDED).withSymmetry())
        .withMessageContaining("symmetry");
  }
}
