package io.sluice.lab.explore.reduction;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Coverage;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.protocols.Tampered;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.Maekawa;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.JoungOne;
import io.sluice.protocol.group.JoungTwo;
import io.sluice.protocol.group.TwoFixedGroups;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Searching one order of many that come to the same saves worlds and changes no verdict. */
class ReductionTest {

  private static Result full(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full());
  }

  private static Result reduced(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full().reducing());
  }

  static Stream<Scope<?, ?>> sound() {
    return Stream.of(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
        Scope.of(CentralFixed.ALGORITHM, Layout.plain(4), 2),
        Scope.of(Lamport.ALGORITHM, Layout.plain(3), 1),
        Scope.of(SuzukiKasami.ALGORITHM, Layout.plain(3), 2),
        Scope.of(Raymond.ALGORITHM, Layout.plain(3), 2),
        Scope.of(NaimiTrehel.ALGORITHM, Layout.plain(3), 2),
        Scope.of(TokenQueue.ALGORITHM, Layout.plain(3), 2),
        Scope.of(Maekawa.ALGORITHM, Layout.plain(3), 1),
        Scope.of(JoungOne.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(JoungTwo.ALGORITHM, Layout.groups(1, 2), 1),
        Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1),
        Scope.of(Forks.ALGORITHM, Layout.groups(1, 2, 1), 1));
  }

  @ParameterizedTest
  @MethodSource("sound")
  void whatIsSoundStaysSoWithFewerWorlds(Scope<?, ?> scope) {
    var full = full(scope);
    var reduced = reduced(scope);
    assertThat(full.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(reduced.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(reduced.worlds()).isLessThan(full.worlds());
  }

  static Stream<Scope<?, ?>> catalogue() {
    return CatalogueScopes.withoutOrders();
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void everyProtocolGetsTheVerdictOfTheFullSearch(Scope<?, ?> scope) {
    var full = full(scope).verdict();
    var reduced = reduced(scope);
    if (full instanceof Verdict.Broken && reduced.verdict() instanceof Verdict.Ok) {
      // Worlds in which a protocol's own invariants are broken may be left out; then it says so.
      assertThat(reduced.coverage().notJudged())
          .extracting(Coverage.Gap::property)
          .contains(full.word());
    } else {
      assertThat(reduced.verdict()).isEqualTo(full);
    }
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of(Scope.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1)),
        Arguments.of(Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(1, 2), 2)),
        Arguments.of(Scope.of(TwoFixedGroups.ALGORITHM_SWAPPED, Layout.groups(2, 2), 1)),
        Arguments.of(Scope.of(Toy.OPEN, Layout.plain(3), 2)),
        Arguments.of(Scope.of(Toy.CLOSED, Layout.plain(3), 1)),
        Arguments.of(Scope.of(Toy.GENEROUS, Layout.plain(2), 1)),
        Arguments.of(
            Scope.of(
                Tampered.muted(
                    JoungOne.ALGORITHM, message -> message instanceof JoungOne.Message.Reply),
                Layout.groups(2, 1),
                1)),
        Arguments.of(
            Scope.of(
                Tampered.muted(
                    JoungTwo.ALGORITHM, message -> message instanceof JoungTwo.Message.Capture),
                Layout.groups(2, 1),
                1)));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatIsWrongIsFound(Scope<?, ?> scope) {
    assertThat(reduced(scope).verdict()).isEqualTo(full(scope).verdict());
  }

  @ParameterizedTest
  @MethodSource("sound")
  void exchangingProcessesGoesWithIt(Scope<?, ?> scope) {
    var reduced = reduced(scope.withSymmetry());
    assertThat(reduced.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(reduced.worlds()).isLessThan(full(scope.withSymmetry()).worlds());
  }

  /** The reason why nothing is missed: also the steps of runs that are not searched are known. */
  @ParameterizedTest
  @MethodSource("sound")
  void everyStepOfEveryRunIsKnown(Scope<?, ?> scope) {
    var all = ConcurrentHashMap.newKeySet();
    var known = ConcurrentHashMap.newKeySet();
    full(noting(scope, all));
    reduced(noting(scope, known));
    assertThat(all).hasSizeGreaterThan(20);
    assertThat(known).containsAll(all);
  }

  private record Taken(int self, Object state, Input<?> input) {}

  private static <S, M> Scope<S, M> noting(Scope<S, M> scope, Set<Object> steps) {
    var builder =
        Algorithm.<S, M>of(
            scope.algorithm().name(),
            scope.algorithm().family(),
            (self, layout) -> noting(self, scope.algorithm().process(self, layout), steps));
    var algorithm = scope.algorithm().fenced() ? builder.fenced().build() : builder.build();
    return Scope.of(algorithm, scope.layout(), scope.entries());
  }

  private static <S, M> Protocol<S, M> noting(int self, Protocol<S, M> inner, Set<Object> steps) {
    return new Protocol<>() {
      @Override
      public S initial() {
        return inner.initial();
      }

      @Override
      public S on(S state, Input<M> input, io.sluice.protocol.Outbox<M> out) {
        steps.add(new Taken(self, state, input));
        return inner.on(state, input, out);
      }
    };
  }

  @Test
  void whatNeverEndsIsSearchedInFull() {
    Stream.of(Toy.RESTLESS, Toy.WAVERING)
        .map(toy -> Scope.of(toy, Layout.plain(2), 1))
        .forEach(scope -> assertThat(reduced(scope).verdict()).isEqualTo(new Verdict.Stuck()));
  }

  /** A process that remembers every request could be given one more in each state, without end. */
  @Test
  @Timeout(60)
  void whereWhatMightHappenHasNoEndAllIsSearched() {
    var scope = Scope.of(MaekawaBasic.ALGORITHM, Layout.plain(4), 1);
    var reduced = Explorer.search(scope, Effort.full().reducing().withMemory(256 << 20));
    assertThat(reduced.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(reduced.trace()).isPresent();
  }

  @Test
  @Timeout(60)
  void theReductionIsInterruptedToo() {
    var scope = Scope.of(MaekawaBasic.ALGORITHM, Layout.plain(4), 1);
    var result = Explorer.search(scope, Effort.full().reducing().until(() -> true));
    assertThat(result.verdict()).isEqualTo(new Verdict.Incomplete());
  }

  @Test
  void goesWithThePlainEnvironmentOnly() {
    var scope = Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1);
    Stream.of(
            scope.with(Channels.UNORDERED),
            scope.with(new Faults(0, 1, 0)),
            scope.withOvertaking(),
            Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), UNBOUNDED))
        .forEach(
            other ->
                assertThatIllegalArgumentException()
                    .isThrownBy(() -> reduced(other))
                    .withMessageContaining("a reduced search goes with"));
  }
}
