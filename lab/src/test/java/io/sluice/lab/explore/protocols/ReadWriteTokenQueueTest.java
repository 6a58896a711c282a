package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Layout;
import io.sluice.protocol.shared.ReadWriteTokenQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers and writers of a token with its queue: searched, and broken on purpose. */
class ReadWriteTokenQueueTest {

  @TempDir Path directory;

  private static Scope<?, ?> scope(int nodes, int entries) {
    return Scope.of(ReadWriteTokenQueue.ALGORITHM, Layout.plain(nodes), entries);
  }

  private static void holds(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> searches() {
    return Stream.of(
        Arguments.of(scope(3, 2), 93_653),
        Arguments.of(scope(4, 1), 34_575),
        Arguments.of(scope(2, UNBOUNDED), 66),
        Arguments.of(scope(3, UNBOUNDED), 2_688),
        Arguments.of(scope(3, 2).with(UNORDERED), 136_365));
  }

  /** Each process reads or writes at each entry. */
  @ParameterizedTest
  @MethodSource
  void searches(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  @Tag("long")
  @Test
  void fourNodesThatNeverStopAsking() {
    holds(scope(4, UNBOUNDED), 157_008);
  }

  /** A request that is kept by readers is sent on behind the token, again and again. */
  @Test
  void inAnyOrderARequestCanFollowTheTokenWithoutEnd() {
    var result = Explorer.search(scope(3, UNBOUNDED).with(UNORDERED), Effort.full());
    assertThat(result.verdict().word()).isEqualTo("starvation");
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "a writer enters while readers are inside",
            "if (s.isRead() && (!reads || s.admitted.contains(first)))",
            "if (s.isRead() && reads && s.admitted.contains(first))",
            "exclusion"),
        Arguments.of(
            "a reader is admitted again before it is known that it has left",
            "(!reads || s.admitted.contains(first))",
            "!reads",
            "invariant:hosts-know-readers"),
        Arguments.of(
            "readers are admitted while the host writes",
            "if (s.queue.isEmpty() || s.phase == WRITING)",
            "if (s.queue.isEmpty())",
            "exclusion"),
        Arguments.of(
            "the token does not wait for those who were admitted",
            "return phase == READING || !admitted.isEmpty();",
            "return phase == READING;",
            "invariant:hosts-know-readers"),
        Arguments.of(
            "who was admitted does not say that it has left",
            "out.send(s.host.orElseThrow(), new Left());",
            "",
            "deadlock"),
        Arguments.of(
            "who is admitted drops the requests that it kept",
            "out.send(host, new Request(each, s.queue.reads(each)));",
            "",
            "deadlock"),
        Arguments.of(
            "those who asked here are dropped when the token comes",
            ".plus(queue).plus(s.queue);",
            ".plus(queue);",
            "deadlock"),
        Arguments.of(
            "who waits and passes the token on keeps a parent",
            "s.isWaiting() ? Optional.<Integer>empty() : Optional.of(queue.order.last())",
            "Optional.of(queue.order.last())",
            "invariant:unasked-grant"),
        Arguments.of(
            "readers have no number of their own",
            "out.send(first, new Admit(used.fence()));",
            "out.send(first, new Admit(0));",
            "invariant:fence"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(ReadWriteTokenQueue.class, original, mutated, directory)) {
      var broken = mutant.algorithm(ReadWriteTokenQueue.class);
      var found =
          Stream.of(
                  Scope.of(broken, Layout.plain(3), 1),
                  Scope.of(broken, Layout.plain(2), 2),
                  Scope.of(broken, Layout.plain(3), 2),
                  Scope.of(broken, Layout.plain(3), UNBOUNDED),
                  Scope.of(broken, Layout.plain(3), 2).with(UNORDERED))
              .map(scope -> Explorer.search(scope, Effort.full()).verdict().word())
              .filter(word -> !word.equals("ok"))
              .findFirst();
      assertThat(found).as(name).contains(verdict);
    }
  }
}
