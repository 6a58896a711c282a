package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.data.CallModel;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.mobile.RwLmp;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Data that moves with its lock: what the explorer says of it. */
class HandoverTest {

  private static Algorithm<?, ?> named(String name) {
    return Catalogue.builtIn().find(name).orElseThrow();
  }

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  private static void isFine(Result result, long worlds) {
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  /** The first process reads, the others write. */
  private static <S, M> Scope<S, M> oneReader(Algorithm<S, M> algorithm, int nodes) {
    return Scope.of(algorithm, Layout.plain(nodes), 1)
        .withClaims(node -> List.of(node == 0 ? Claim.SHARED : Claim.EXCLUSIVE));
  }

  @ParameterizedTest
  @CsvSource({
    "handover:token-queue, 2, 2, 22401",
    "handover:rw-lmp, 2, 2, 24902",
    "handover:rw-permissions, 2, 2, 9257",
    "handover:rw-token-queue, 2, 2, 8387",
    "handover:rw-token-queue, 3, 1, 23661",
    "handover:token-queue:copies=1, 2, 2, 12539",
    "handover:rw-lmp:copies=1, 2, 2, 17009",
    "handover:token-queue, 3, 1, 49247",
    "handover:rw-permissions, 3, 1, 95893"
  })
  void entrantsSeeTheLastCommittedVersion(String name, int nodes, int entries, long worlds) {
    isFine(search(Scope.of(named(name), Layout.plain(nodes), entries)), worlds);
  }

  @Test
  void aSourceDepartsOnlyWhenItsNewestVersionIsElsewhere() {
    var scope = Scope.of(named("handover:rw-lmp"), Layout.plain(2), 1).with(new Churn(0, 1, 0));
    isFine(search(scope), 3919);
    var one =
        Scope.of(named("handover:rw-lmp:copies=1"), Layout.plain(2), 1).with(new Churn(0, 1, 0));
    isFine(search(one), 2915);
  }

  @Test
  void withdrawnRequestsHoldNothingUp() {
    var scope =
        Scope.of(named("handover:token-queue"), Layout.plain(2), 2).with(new Churn(0, 0, 2));
    isFine(search(scope), 54865);
  }

  @Test
  void whatWasCommittedSurvivesACrash() {
    var two = Scope.of(named("handover:rw-lmp"), Layout.plain(2), 2).with(new Faults(1, 0, 0));
    isFine(search(two), 51038);
  }

  @Test
  void withOneCopyItMayBeLostWithItsHolder() {
    var two =
        Scope.of(named("handover:rw-lmp:copies=1"), Layout.plain(2), 2).with(new Faults(1, 0, 0));
    isFine(search(two), 33119);
  }

  @Test
  @Tag("long")
  void whatWasCommittedSurvivesACrashOfThree() {
    isFine(search(oneReader(named("handover:rw-lmp"), 3).with(new Faults(1, 0, 0))), 1645482);
  }

  @Test
  @Tag("long")
  void afterTwoCrashesItSurvivesOrIsReportedLost() {
    isFine(search(oneReader(named("handover:rw-lmp"), 3).with(new Faults(2, 0, 0))), 2406316);
  }

  @Test
  void asPrintedAnEntrantHasForgottenWhereToFetch() {
    var result = search(Scope.of(named("handover-published"), Layout.plain(2), 1));
    assertThat(result.verdict().word()).isEqualTo("invariant:newest");
  }

  @Test
  void asPrintedAReaderIsCountedTwiceAndTheNextWriterWaitsWithoutEnd() {
    var result = search(Scope.of(RwLmp.ALGORITHM_PUBLISHED, Layout.plain(3), 1));
    assertThat(result.verdict().word()).isEqualTo("deadlock");
  }

  @ParameterizedTest
  @CsvSource({"token-queue, 8, 34168", "rw-lmp, 7, 30801"})
  void anyCallIsHarmlessInAnyState(String lock, int calls, long worlds) {
    var algorithm =
        lock.equals("rw-lmp")
            ? CallModel.over(RwLmp.ALGORITHM)
            : CallModel.over(TokenQueue.ALGORITHM);
    isFine(calling(algorithm, calls), worlds);
  }

  private static Result calling(Algorithm<?, ?> algorithm, int calls) {
    return search(
        Scope.of(algorithm, Layout.plain(2), 1)
            .asking(_ -> false)
            .withOrders(Map.of("call", calls)));
  }
}
