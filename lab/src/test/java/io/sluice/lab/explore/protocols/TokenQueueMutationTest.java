package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.TokenQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue in the token broken on purpose, in its own source: the explorer catches each. */
class TokenQueueMutationTest {

  @TempDir Path directory;

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "those who asked here are dropped when the token comes",
            "onToken(s, queue.plus(s.queue), token, out)",
            "onToken(s, queue, token, out)",
            "deadlock"),
        Arguments.of(
            "those whom the token knows are dropped when it comes",
            "onToken(s, queue.plus(s.queue), token, out)",
            "onToken(s, s.queue, token, out)",
            "deadlock"),
        Arguments.of(
            "the rest of the queue is dropped when the token is passed",
            "new Pass(token, queue.rest()));",
            "new Pass(token, ProcessQueue.EMPTY));",
            "deadlock"),
        Arguments.of(
            "the first of the queue stays in it",
            "new Pass(token, queue.rest()));",
            "new Pass(token, queue));",
            "failed"),
        Arguments.of(
            "one who passes the token keeps its queue",
            "new State(parent, ProcessQueue.EMPTY, false, Optional.empty(), caution)",
            "new State(parent, queue, false, Optional.empty(), caution)",
            "invariant:asked-once"),
        Arguments.of(
            "one who passes the token keeps it",
            "new State(parent, ProcessQueue.EMPTY, false, Optional.empty(), caution)",
            "new State(parent, ProcessQueue.EMPTY, false, Optional.of(token), caution)",
            "invariant:one-token"),
        Arguments.of(
            "a release does not pass the token on",
            "if (s.queue.isEmpty()) { return rest(token, s.caution); }",
            "if (s.requesting) { return rest(token, s.caution); }",
            "deadlock"),
        Arguments.of(
            "one who rests keeps the token and the request",
            "s.token.isPresent() && !s.requesting ? leave",
            "s.token.isPresent() && !s.requesting && s.queue.isEmpty() && requester < 0 ? leave",
            "deadlock"),
        Arguments.of(
            "one who is inside passes the token",
            "s.token.isPresent() && !s.requesting ? leave",
            "s.token.isPresent() ? leave",
            "failed"),
        Arguments.of(
            "one who waits sends a request on to its old parent",
            "return new State(Optional.empty(), s.queue, true, Optional.empty(), s.caution);",
            "return new State(s.parent, s.queue, true, Optional.empty(), s.caution);",
            "failed"),
        Arguments.of(
            "one who stays and is not in the queue",
            "new Pass(token, queue.rest().plus(self))",
            "new Pass(token, queue.rest())",
            "deadlock"),
        Arguments.of(
            "one who stays asks nevertheless",
            "s.parent.ifPresent(parent -> out.send(parent, new Request(self)));",
            "out.send(s.parent.orElse((self + 1) % 3), new Request(self));",
            "invariant:asked-once"),
        Arguments.of(
            "one who stays drops the rest of the queue",
            "new Pass(token, queue.rest().plus(self))",
            "new Pass(token, ProcessQueue.EMPTY.plus(self))",
            "deadlock"),
        Arguments.of(
            "one who has asked while it was in the queue drops those who asked there",
            "return new State(Optional.empty(), s.queue, true, Optional.empty(), s.caution);",
            "return new State(Optional.empty(), ProcessQueue.EMPTY, true, Optional.empty(),"
                + " s.caution);",
            "deadlock"),
        Arguments.of(
            "one who has not asked is let in when the token comes",
            "if (s.requesting) { return enter(s, queue, token, out); }",
            "if (true) { return enter(s, queue, token, out); }",
            "invariant:unasked-grant"),
        Arguments.of(
            "one who has not asked keeps the token that others wait for",
            "return queue.isEmpty() ? rest(token, caution) : leave(queue, token, caution, out);",
            "return rest(token, caution);",
            "deadlock"),
        Arguments.of(
            "one who has not asked keeps a copy of the token",
            "return queue.isEmpty() ? rest(token, caution) : leave(queue, token, caution, out);",
            "return queue.isEmpty() ? rest(token, caution)"
                + " : rest(token, leave(queue, token, caution, out).caution());",
            "invariant:one-token"),
        Arguments.of(
            "numbers do not rise",
            "var used = token.used();",
            "var used = token;",
            "invariant:fence"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(TokenQueue.class, original, mutated, directory)) {
      var leaving = mutant.algorithm(TokenQueue.class);
      var staying = mutant.algorithm(TokenQueue.class, "withCaution", 0);
      var found =
          Stream.of(
                  Scope.of(leaving, Layout.plain(3), 2),
                  Scope.of(leaving, Layout.plain(4), 1),
                  Scope.of(staying, Layout.plain(3), 2))
              .map(scope -> Explorer.search(scope, Effort.full()).verdict().word())
              .filter(word -> !word.equals("ok"))
              .findFirst();
      assertThat(found).as(name).contains(verdict);
    }
  }
}
