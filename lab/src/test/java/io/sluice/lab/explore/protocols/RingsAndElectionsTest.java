package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.exclusive.Central;
import io.sluice.protocol.exclusive.Central.Message.Follow;
import io.sluice.protocol.exclusive.Central.Message.Grant;
import io.sluice.protocol.exclusive.Central.Phase;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Election;
import io.sluice.protocol.exclusive.PausedRing;
import io.sluice.protocol.exclusive.Ring;
import java.util.Collections;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rings, the election, and the coordinators: with nothing going wrong, with what each
 * tolerates, and with a little more. The counts are pinned: a change of meaning shows.
 */
class RingsAndElectionsTest {

  private static final Faults LOSS = new Faults(0, 1, 0);
  private static final Faults CRASH = new Faults(1, 0, 0);
  private static final Faults CRASHES = new Faults(2, 0, 0);

  /** No competitors: the layout of an election. */
  private static Layout peers(int nodes) {
    return Layout.graph(
        IntStream.range(0, nodes).mapToObj(i -> "v" + i).toList(),
        Collections.nCopies(nodes, ProcessSet.EMPTY));
  }

  private static Scope<?, ?> scope(Algorithm<?, ?> algorithm, int nodes, int entries) {
    return Scope.of(algorithm, Layout.plain(nodes), entries);
  }

  private static Scope<?, ?> election(int nodes, int entries) {
    return Scope.of(Election.ALGORITHM, peers(nodes), entries);
  }

  static Stream<Arguments> holds() {
    return Stream.of(
        Arguments.of(scope(CentralFixed.ALGORITHM, 3, 2), 1_988),
        Arguments.of(scope(CentralFixed.ALGORITHM, 4, 1), 888),
        Arguments.of(scope(Central.ALGORITHM, 3, 2), 1_988),
        Arguments.of(scope(Central.ALGORITHM, 4, 1), 888),
        Arguments.of(scope(Central.ALGORITHM, 3, UNBOUNDED), 98),
        Arguments.of(scope(Ring.ALGORITHM, 1, 2), 5),
        Arguments.of(scope(Ring.ALGORITHM, 2, 3), 1_416),
        Arguments.of(scope(Ring.ALGORITHM, 3, 2), 26_768),
        Arguments.of(scope(Ring.ALGORITHM, 4, 1), 19_870),
        Arguments.of(scope(Ring.ALGORITHM, 3, UNBOUNDED), 844),
        Arguments.of(scope(PausedRing.ALGORITHM, 1, 2), 5),
        Arguments.of(scope(PausedRing.ALGORITHM, 3, 2), 2_204),
        Arguments.of(scope(PausedRing.ALGORITHM, 4, 1), 1_189),
        Arguments.of(scope(PausedRing.ALGORITHM, 5, UNBOUNDED), 1_735),
        Arguments.of(election(4, 1), 81),
        Arguments.of(election(3, 2), 125));
  }

  @ParameterizedTest
  @MethodSource
  void holds(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> holdsAlthoughAMessageIsLost() {
    return Stream.of(
        Arguments.of(scope(Ring.ALGORITHM, 2, 2), 1_444),
        Arguments.of(scope(Ring.ALGORITHM, 3, 2), 90_966),
        Arguments.of(scope(Ring.ALGORITHM, 4, 1), 71_490),
        Arguments.of(scope(Ring.ALGORITHM, 3, UNBOUNDED), 2_524));
  }

  @ParameterizedTest
  @MethodSource
  void holdsAlthoughAMessageIsLost(Scope<?, ?> scope, long worlds) {
    holds(scope.with(LOSS), worlds);
  }

  static Stream<Arguments> holdsWithoutOrder() {
    return Stream.of(
        Arguments.of(scope(PausedRing.ALGORITHM, 2, 3), 241),
        Arguments.of(scope(PausedRing.ALGORITHM, 3, 2), 2_204),
        Arguments.of(election(3, 1).with(CRASHES), 239));
  }

  @ParameterizedTest
  @MethodSource
  void holdsWithoutOrder(Scope<?, ?> scope, long worlds) {
    holds(scope.with(Channels.UNORDERED), worlds);
  }

  static Stream<Arguments> holdsAlthoughSomeCrash() {
    return Stream.of(
        Arguments.of(scope(Central.ALGORITHM, 3, 1), 1, 1_379),
        Arguments.of(scope(Central.ALGORITHM, 3, 2), 1, 20_259),
        Arguments.of(scope(Central.ALGORITHM, 4, 1), 1, 27_939),
        Arguments.of(scope(Central.ALGORITHM, 3, UNBOUNDED), 1, 521),
        Arguments.of(scope(Central.ALGORITHM, 3, 2), 2, 32_499),
        Arguments.of(scope(Central.ALGORITHM, 4, 1), 2, 103_038),
        Arguments.of(election(3, 2), 2, 662),
        Arguments.of(election(4, 1), 3, 4_413));
  }

  @ParameterizedTest
  @MethodSource
  void holdsAlthoughSomeCrash(Scope<?, ?> scope, int crashes, long worlds) {
    holds(scope.with(new Faults(crashes, 0, 0)), worlds);
  }

  static Stream<Arguments> holdsAlthoughOneAloneAsks() {
    return Stream.of(
        Arguments.of(Ring.ALGORITHM, LOSS, 131),
        Arguments.of(PausedRing.ALGORITHM, Faults.NONE, 7),
        Arguments.of(Central.ALGORITHM, CRASH, 77));
  }

  /** Progress must not depend on requests of others, nor on the process that begins. */
  @ParameterizedTest
  @MethodSource
  void holdsAlthoughOneAloneAsks(Algorithm<?, ?> algorithm, Faults faults, long worlds) {
    var scope =
        Scope.of(algorithm, Layout.plain(3), UNBOUNDED).with(faults).asking(node -> node == 2);
    holds(scope, worlds);
  }

  /** More faults than they tolerate make some wait without end, but never let two in. */
  static Stream<Arguments> staysSafeAlthough() {
    return Stream.of(
        Arguments.of(
            "both tokens are lost",
            scope(Tampered.ticking(Ring.ALGORITHM), 3, 1).with(new Faults(0, 2, 0))),
        Arguments.of(
            "a paused ring loses a message",
            scope(Tampered.ticking(PausedRing.ALGORITHM), 3, 2).with(LOSS)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void staysSafeAlthough(String what, Scope<?, ?> scope) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("stuck");
  }

  static Stream<Arguments> fails() {
    return Stream.of(
        Arguments.of(
            "both tokens are lost",
            scope(Ring.ALGORITHM, 3, 1).with(new Faults(0, 2, 0)),
            "deadlock"),
        Arguments.of(
            "there is no pong, and the ping is lost", scope(PINGS, 3, 1).with(LOSS), "deadlock"),
        Arguments.of(
            "the pong forgets the fence", scope(FORGETFUL, 3, 1).with(LOSS), "invariant:fence"),
        Arguments.of(
            "the pong overtakes the ping",
            scope(Ring.ALGORITHM, 3, 1).with(Channels.UNORDERED),
            "invariant:one-ping"),
        Arguments.of(
            "a paused ring loses a message",
            scope(PausedRing.ALGORITHM, 3, 1).with(LOSS),
            "deadlock"),
        Arguments.of(
            "the coordinator is never replaced",
            scope(CentralFixed.ALGORITHM, 3, 1).with(CRASH),
            "deadlock"),
        Arguments.of(
            "the new coordinator is not told who is inside",
            scope(reporting(Phase.WAITING), 3, 1).with(CRASH),
            "exclusion"),
        Arguments.of(
            "the new coordinator is not told who waits",
            scope(reporting(Phase.INSIDE), 3, 1).with(CRASH),
            "deadlock"),
        Arguments.of(
            "every coordinator counts from 1",
            scope(COUNTING, 3, 1).with(CRASH),
            "invariant:fence"),
        Arguments.of(
            "what a survivor says is overtaken",
            scope(Central.ALGORITHM, 3, 1).with(CRASH).with(Channels.UNORDERED),
            "deadlock"),
        Arguments.of(
            "a living coordinator is excluded",
            scope(Tampered.misinformed(Central.ALGORITHM, 1, 0), 2, 1),
            "exclusion"),
        Arguments.of(
            "no process follows", Scope.of(DEFIANT, peers(3), 1).with(CRASH), "invariant:settled"),
        Arguments.of(
            "a living leader is excluded",
            Scope.of(Tampered.misinformed(Election.ALGORITHM, 1, 0), peers(2), 1),
            "invariant:one-leader"));
  }

  private static final Algorithm<?, ?> PINGS =
      Tampered.muted(Ring.ALGORITHM, Ring.Message.Pong.class::isInstance);

  private static final Algorithm<?, ?> FORGETFUL =
      Tampered.garbled(
          Ring.ALGORITHM,
          message -> message instanceof Ring.Message.Pong ? new Ring.Message.Pong(0) : message);

  private static final Algorithm<?, ?> COUNTING =
      Tampered.garbled(
          Central.ALGORITHM,
          message -> message instanceof Grant(var fence) ? new Grant((int) fence) : message);

  private static final Algorithm<?, ?> DEFIANT =
      Tampered.muted(Election.ALGORITHM, Election.Message.Follow.class::isInstance);

  /** Survivors admit to this alone. */
  private static Algorithm<?, ?> reporting(Phase only) {
    return Tampered.garbled(
        Central.ALGORITHM,
        message ->
            message instanceof Follow(var phase) && phase != only
                ? new Follow(Phase.IDLE)
                : message);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void fails(String when, Scope<?, ?> scope, String verdict) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo(verdict);
  }
}
