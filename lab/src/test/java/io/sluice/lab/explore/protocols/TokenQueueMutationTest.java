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
            "enter(queue.plus(s.queue), token, out)",
            "enter(queue, token, out)",
            "deadlock"),
        Arguments.of(
            "those whom the token knows are dropped when it comes",
            "enter(queue.plus(s.queue), token, out)",
            "enter(s.queue, token, out)",
            "deadlock"),
        Arguments.of(
            "the rest of the queue is dropped when the token is passed",
            "new Pass(token.orElseThrow(), queue.rest())",
            "new Pass(token.orElseThrow(), ProcessQueue.EMPTY)",
            "deadlock"),
        Arguments.of(
            "the first of the queue stays in it",
            "new Pass(token.orElseThrow(), queue.rest())",
            "new Pass(token.orElseThrow(), queue)",
            "invariant:unasked-grant"),
        Arguments.of(
            "one who passes the token keeps its queue",
            "new State(Optional.of(queue.last()), ProcessQueue.EMPTY, false, Optional.empty())",
            "new State(Optional.of(queue.last()), queue, false, Optional.empty())",
            "invariant:asked-once"),
        Arguments.of(
            "one who passes the token keeps it",
            "new State(Optional.of(queue.last()), ProcessQueue.EMPTY, false, Optional.empty())",
            "new State(Optional.of(queue.last()), ProcessQueue.EMPTY, false, token)",
            "invariant:one-token"),
        Arguments.of(
            "a release does not pass the token on",
            "s.queue.isEmpty() ? rest(s.token) : pass(s.queue, s.token, out)",
            "rest(s.token)",
            "deadlock"),
        Arguments.of(
            "one who rests keeps the token and the request",
            "return pass(ProcessQueue.EMPTY.plus(requester), s.token, out);",
            "return new State(s.parent, s.queue.plus(requester), false, s.token);",
            "deadlock"),
        Arguments.of(
            "one who is inside passes the token",
            "if (s.requesting) {",
            "if (s.requesting && s.token.isEmpty()) {",
            "exclusion"),
        Arguments.of(
            "one who waits sends a request on to its old parent",
            "return new State(Optional.empty(), ProcessQueue.EMPTY, true, Optional.empty()); }"
                + " private static State onRequest(State s, int requester, Outbox<Message> out)"
                + " { if (s.requesting) {",
            "return new State(s.parent, ProcessQueue.EMPTY, true, Optional.empty()); }"
                + " private static State onRequest(State s, int requester, Outbox<Message> out)"
                + " { if (s.requesting && s.token.isPresent()) {",
            "stuck"),
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
      var algorithm = mutant.algorithm(TokenQueue.class);
      var found =
          Stream.of(
                  Scope.of(algorithm, Layout.plain(3), 2), Scope.of(algorithm, Layout.plain(4), 1))
              .map(scope -> Explorer.search(scope, Effort.full()).verdict().word())
              .filter(word -> !word.equals("ok"))
              .findFirst();
      assertThat(found).as(name).contains(verdict);
    }
  }
}
