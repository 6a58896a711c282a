package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.Channels.UNORDERED;
import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.protocol.Layout;
import io.sluice.protocol.shared.ReadWritePermissions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Permissions to read and to write: searched, and broken on purpose in their own source. */
class ReadWritePermissionsTest {

  @TempDir Path directory;

  private static Scope<?, ?> scope(int nodes, int entries) {
    return Scope.of(ReadWritePermissions.ALGORITHM, Layout.plain(nodes), entries);
  }

  private static void holds(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).isEqualTo(worlds);
  }

  static Stream<Arguments> searches() {
    return Stream.of(
        Arguments.of(scope(3, 2), 145_675),
        Arguments.of(scope(2, UNBOUNDED), 132),
        Arguments.of(scope(3, UNBOUNDED), 46_221),
        Arguments.of(scope(3, UNBOUNDED).with(UNORDERED), 57_435));
  }

  /** Each process reads or writes at each entry. */
  @ParameterizedTest
  @MethodSource
  void searches(Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  @Tag("long")
  @Test
  void fourNodes() {
    holds(scope(4, 1), 2_324_194);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "a reader keeps the permission to write",
            "write ? reading.minus(peer) : reading, writing.minus(peer)",
            "write ? reading.minus(peer) : reading, write ? writing.minus(peer) : writing",
            "invariant:both-read-or-one-writes"),
        Arguments.of(
            "a writer leaves the others their permission to read",
            "write ? reading.minus(peer) : reading, writing.minus(peer)",
            "reading, writing.minus(peer)",
            "invariant:both-read-or-one-writes"),
        Arguments.of(
            "who is inside does not put off writers",
            "case Inside(var writing) when writing || write ->",
            "case Inside(var writing) when writing ->",
            "exclusion"),
        Arguments.of(
            "who has given what it needs does not ask again",
            "out.send(from, new Request(mine, writing));",
            "",
            "deadlock"),
        Arguments.of(
            "the younger request goes first",
            "mine.before(theirs)",
            "theirs.before(mine)",
            "starvation"),
        Arguments.of(
            "readers that were put off are forgotten",
            "out.send(s.owed.readers, new Reply(false));",
            "",
            "deadlock"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(String name, String original, String mutated, String verdict)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(ReadWritePermissions.class, original, mutated, directory)) {
      var broken = mutant.algorithm(ReadWritePermissions.class);
      var found =
          Stream.of(
                  Scope.of(broken, Layout.plain(3), 1),
                  Scope.of(broken, Layout.plain(2), UNBOUNDED),
                  Scope.of(broken, Layout.plain(3), UNBOUNDED))
              .map(scope -> Explorer.search(scope, Effort.full()).verdict().word())
              .filter(word -> !word.equals("ok"))
              .findFirst();
      assertThat(found).as(name).contains(verdict);
    }
  }
}
