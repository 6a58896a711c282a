package io.sluice.lab.simulate.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Faults;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Tree;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages per entry of the classic protocols, measured against their formulas. */
class ClassicsCostTest {

  private static final int ENTRIES = 10;

  /** The last process asks repeatedly, and no other ever does. */
  private static Outcome lone(Algorithm<?, ?> algorithm, int n) {
    return run(algorithm, n, Workload.entries(ENTRIES).asks(node -> node == n - 1), ENTRIES);
  }

  /** All processes ask all the time. */
  private static Outcome full(Algorithm<?, ?> algorithm, int n) {
    var restless =
        Workload.entries(ENTRIES)
            .think(Delay.NONE)
            .hold(Delay.millis(1))
            .start(Workload.Start.TOGETHER);
    return run(algorithm, n, restless, (long) ENTRIES * n);
  }

  /** All processes ask at random, so rarely that two hardly ever coincide. */
  private static Outcome seldom(Algorithm<?, ?> algorithm, int n) {
    var leisurely =
        Workload.entries(ENTRIES)
            .think(new Delay.Exponential(n * Nanos.parse("10s"), 0))
            .hold(Delay.millis(1));
    return run(algorithm, n, leisurely, (long) ENTRIES * n);
  }

  private static Outcome run(Algorithm<?, ?> algorithm, int n, Workload workload, long entries) {
    var outcome = Simulation.of(algorithm, Layout.plain(n)).workload(workload).run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isEqualTo(entries);
    return outcome;
  }

  private static long count(Outcome outcome, String kind) {
    return outcome.messagesByKind().getOrDefault(kind, 0L);
  }

  private static double log2(int n) {
    return Math.log(n) / Math.log(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void lamportCostsThreeTimesThePeers(int n) {
    assertThat(lone(Lamport.ALGORITHM, n).messagesPerEntry()).isEqualTo(3 * (n - 1));
    assertThat(full(Lamport.ALGORITHM, n).messagesPerEntry()).isEqualTo(3 * (n - 1));
  }

  /** Every passed token had n-1 requests; a process that had it already sent nothing. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void suzukiKasamiCostsNothingOrN(int n) {
    assertThat(lone(SuzukiKasami.ALGORITHM, n).messages())
        .as("the first entry costs n, the others nothing")
        .isEqualTo(n);
    var full = full(SuzukiKasami.ALGORITHM, n);
    long passed = count(full, "Privilege");
    assertThat(passed).isBetween(1L, full.entries());
    assertThat(count(full, "Request")).isEqualTo(passed * (n - 1));
    assertThat(full.messages()).isEqualTo(passed * n);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void raymondCostsTwiceTheWayAndAboutFourAtHighLoad(int n) {
    int depth = new Tree(n, 2).depth(n - 1);
    assertThat(lone(Raymond.ALGORITHM, n).messages())
        .as("the first entry costs twice the way to the root, the others nothing")
        .isEqualTo(2L * depth);
    assertThat(seldom(Raymond.ALGORITHM, n).messagesPerEntry())
        .as("at most twice the diameter")
        .isLessThanOrEqualTo(2 * 2.0 * depth);
    assertThat(full(Raymond.ALGORITHM, n).messagesPerEntry()).isLessThanOrEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void naimiTrehelCostsALogarithm(int n) {
    assertThat(lone(NaimiTrehel.ALGORITHM, n).messages())
        .as("the first entry costs a request and the token, the others nothing")
        .isEqualTo(2);
    double bound = 1 + log2(n);
    assertThat(seldom(NaimiTrehel.ALGORITHM, n).messagesPerEntry()).isLessThanOrEqualTo(bound);
    assertThat(full(NaimiTrehel.ALGORITHM, n).messagesPerEntry()).isLessThanOrEqualTo(bound);
  }

  /** A process that leaves the queue knows one in it when it asks again: no request is sent on. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 9, 16, 25, 49, 100, 1000})
  void aTokenWithItsQueueCostsARequestAndTheTokenWhereAllAskAndLeave(int n) {
    var full = full(TokenQueue.withCaution(ENTRIES), n);
    long passed = count(full, "Pass");
    assertThat(passed).as("who still has it sends nothing").isBetween(1L, full.entries());
    assertThat(count(full, "Request")).isEqualTo(passed);
    assertThat(full.messages()).isEqualTo(2 * passed);
  }

  /** A process asks once, and gets the token once for nothing, after its last entry. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 9, 16, 25, 49, 100, 1000})
  void aTokenWithItsQueueCostsTheTokenWhereAllAskAndStay(int n) {
    var full = full(TokenQueue.withCaution(0), n);
    assertThat(count(full, "Request")).as("once each").isEqualTo(n - 1);
    assertThat(count(full, "Pass"))
        .as("and once more for each at the end")
        .isLessThanOrEqualTo(full.entries() + n);
  }

  /** Without waiting processes there is no queue, and only path reversal is left. */
  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void aTokenWithItsQueueCostsWhatPathReversalDoesWhereTheyAskSeldom(int n) {
    assertThat(lone(TokenQueue.ALGORITHM, n).messages()).isEqualTo(2);
    var seldom = seldom(TokenQueue.ALGORITHM, n);
    assertThat(seldom.messages()).isEqualTo(seldom(NaimiTrehel.ALGORITHM, n).messages());
    assertThat(seldom.messagesPerEntry()).isLessThanOrEqualTo(1 + log2(n));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void carvalhoCostsNothingToTwiceThePeers(int n) {
    assertThat(lone(RicartAgrawalaCarvalho.ALGORITHM, n).messages())
        .as("the first entry costs 2(n-1), the others nothing")
        .isEqualTo(2L * (n - 1));
    var full = full(RicartAgrawalaCarvalho.ALGORITHM, n);
    assertThat(full.messagesPerEntry()).isBetween(0.0, 2.0 * (n - 1));
    assertThat(count(full, "Request")).isEqualTo(count(full, "Reply"));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 9, 16, 25, 49, 100})
  void ricartAgrawalaWithADetectorCostsTwiceThePeers(int n) {
    assertThat(lone(RicartAgrawalaCrash.ALGORITHM, n).messagesPerEntry()).isEqualTo(2 * (n - 1));
    assertThat(full(RicartAgrawalaCrash.ALGORITHM, n).messagesPerEntry()).isEqualTo(2 * (n - 1));
  }

  @Test
  void theSurvivorsOfACrashGoOn() {
    var outcome =
        Simulation.of(RicartAgrawalaCrash.ALGORITHM, Layout.plain(9))
            .workload(Workload.entries(ENTRIES).think(Delay.NONE).hold(Delay.millis(1)))
            .faults(
                Faults.NONE
                    .with(new Fault.Crash(Nanos.parse("30ms"), 4))
                    .with(new Fault.Crash(Nanos.parse("100ms"), 7))
                    .detectedAfter(Delay.millis(20)))
            .run();
    assertThat(outcome.end()).isEqualTo(Outcome.End.COMPLETE);
    assertThat(outcome.entries()).isBetween(7L * ENTRIES, 9L * ENTRIES - 1);
  }
}
