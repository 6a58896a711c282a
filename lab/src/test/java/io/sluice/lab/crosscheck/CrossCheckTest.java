package io.sluice.lab.crosscheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.MaekawaBasic;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.group.JoungOne;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The explorer and the protocols against algorithms that were written down from the papers a second
 * time, and searched in the plainest way: worlds, transitions and depth agree one by one. The two
 * share no code; fencing numbers, which no paper has, are left out.
 */
class CrossCheckTest {

  static Stream<Arguments> algorithms() {
    return Stream.of(
        plain(RicartAgrawala.ALGORITHM, 2, 3, Permissions.ricartAgrawala(2, 3)),
        plain(RicartAgrawala.ALGORITHM, 3, 1, Permissions.ricartAgrawala(3, 1)),
        plain(Lamport.ALGORITHM, 2, 3, new LamportQueue(2, 3)),
        plain(Lamport.ALGORITHM, 3, 1, new LamportQueue(3, 1)),
        plain(SuzukiKasami.ALGORITHM, 3, 2, new BroadcastToken(3, 2)),
        plain(SuzukiKasami.ALGORITHM, 4, 1, new BroadcastToken(4, 1)),
        plain(NaimiTrehel.ALGORITHM, 3, 2, new PathReversal(3, 2)),
        plain(NaimiTrehel.ALGORITHM, 4, 1, new PathReversal(4, 1)),
        plain(Raymond.ALGORITHM, 3, 3, new TreeToken(3, 3)),
        plain(Raymond.ALGORITHM, 5, 1, new TreeToken(5, 1)),
        of(JoungOne.ALGORITHM, Layout.groups(2, 1), 1, new Permissions(1, 0, 0, 1)),
        of(JoungOne.ALGORITHM, Layout.groups(1, 2), 2, new Permissions(2, 0, 1, 1)),
        plain(MaekawaBasic.ALGORITHM, 4, 1, new Votes(1)));
  }

  private static Arguments plain(Algorithm<?, ?> algorithm, int nodes, int entries, Rules rules) {
    return of(algorithm, Layout.plain(nodes), entries, rules);
  }

  private static Arguments of(Algorithm<?, ?> algorithm, Layout layout, int entries, Rules rules) {
    return Arguments.of(algorithm.name(), Scope.of(algorithm, layout, entries), rules);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("algorithms")
  void countsAgree(String name, Scope<?, ?> scope, Rules rules) {
    var result = Explorer.search(scope.withoutFences(), Effort.full());
    boolean deadlock = result.verdict() instanceof Verdict.Deadlock;
    assertThat(new Counted(deadlock, result.worlds(), result.transitions(), result.depth()))
        .isEqualTo(Counted.of(rules));
    assertThat(deadlock || result.verdict() instanceof Verdict.Ok).as(result.what()).isTrue();
  }
}
