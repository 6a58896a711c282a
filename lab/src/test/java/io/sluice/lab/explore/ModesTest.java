package io.sluice.lab.explore;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.trace.Replay;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every protocol of the catalogue gets the same verdict in every mode, in seconds. */
class ModesTest {

  private static final int MOST_SECONDS = 20;

  /** What the full search of each small scope has found, which all modes are compared with. */
  private static final Map<String, Result> FULL = new ConcurrentHashMap<>();

  /** Ways to search a scope that must come to the same. */
  enum Mode {
    SYMMETRY,
    REDUCED,
    REDUCED_SYMMETRY;

    private Optional<Result> search(Scope<?, ?> scope) {
      var effort = Effort.full();
      try {
        var searched = this == REDUCED ? scope : scope.withSymmetry();
        return Optional.of(
            Explorer.search(searched, this == SYMMETRY ? effort : effort.reducing()));
      } catch (IllegalArgumentException refused) {
        assertThat(refused).hasMessageContaining("without");
        return Optional.empty();
      }
    }
  }

  static Stream<Arguments> small() {
    return CatalogueScopes.small()
        .flatMap(scope -> Stream.of(Mode.values()).map(mode -> named(scope, mode)));
  }

  private static Arguments named(Scope<?, ?> scope, Mode mode) {
    return Arguments.of(scope.algorithm().name(), mode, scope);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  @Timeout(2 * MOST_SECONDS) // for the full search too
  void small(String name, Mode mode, Scope<?, ?> scope) {
    var other = mode.search(scope);
    assumeTrue(other.isPresent(), "the mode does not go with this scope");
    var full = FULL.computeIfAbsent(name, _ -> Explorer.search(scope, Effort.full()));
    assumeTrue(
        mode == Mode.SYMMETRY || !(full.verdict() instanceof Verdict.Broken),
        "a protocol's own invariants are not judged when worlds are left out");
    isSame(other.get(), full, scope);
  }

  /** One more process, or in the last group one more. */
  static Stream<Arguments> larger() {
    return Catalogue.builtIn().all().stream()
        .filter(algorithm -> algorithm.orders().isEmpty())
        .filter(algorithm -> algorithm.family() != Family.DATA) // too many worlds with four
        .map(ModesTest::larger)
        .map(scope -> Arguments.of(scope.algorithm().name(), scope));
  }

  private static Scope<?, ?> larger(Algorithm<?, ?> algorithm) {
    boolean groups = algorithm.family().toSearch().groups() > 1;
    return Scope.of(algorithm, groups ? Layout.groups(2, 2) : Layout.plain(4), 1).withoutFences();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @Tag("long")
  void larger(String name, Scope<?, ?> scope) {
    var full = Explorer.search(scope, Effort.full());
    for (var mode : Mode.values()) {
      mode.search(scope).ifPresent(other -> isSame(other, full, scope));
    }
  }

  private static void isSame(Result other, Result full, Scope<?, ?> scope) {
    assertThat(other.verdict()).as(other.what()).isEqualTo(full.verdict());
    isShown(other, scope);
  }

  /**
   * An error has a trace, and running it again shows the error too; but no single run can show that
   * processes never settle.
   */
  private static void isShown(Result result, Scope<?, ?> scope) {
    boolean unsettled =
        result.verdict() instanceof Verdict.Stuck && scope.algorithm().settled().isPresent();
    if (result.verdict().isViolation() && !unsettled) {
      var again = Replay.of(SavedTrace.of(result.trace().orElseThrow()), scope);
      assertThat(again.verdict()).as(again.what()).isEqualTo(result.verdict());
    }
  }

  /** What becomes of the protocols that need order, where messages overtake each other. */
  private static final Map<String, String> WITHOUT_ORDER =
      Map.ofEntries(
          entry("2fgme-published", "exclusion"),
          entry("2fgme-swapped", "exclusion"),
          entry("2fgme", "exclusion"),
          entry("forks", "deadlock"),
          entry("ring", "invariant:one-ping"),
          entry("lamport", "exclusion"),
          entry("maekawa-basic", "deadlock"),
          entry("maekawa", "invariant:one-vote"),
          entry("agrawal-elabbadi", "deadlock"),
          entry("rw-lmp-published", "failed"),
          entry("handover-published", "invariant:newest"),
          entry("scaling-published", "invariant:dead"),
          entry("scaling-by-operator", "invariant:dead"),
          entry("scaling", "invariant:dead"),
          entry("scaling-keyed", "invariant:tables"),
          entry("barrier", "stuck"));

  static Stream<Arguments> unordered() {
    return CatalogueScopes.small()
        .map(scope -> Arguments.of(scope.algorithm().name(), scope.with(Channels.UNORDERED)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @Timeout(MOST_SECONDS)
  void unordered(String name, Scope<?, ?> scope) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word())
        .as(result.what())
        .isEqualTo(WITHOUT_ORDER.getOrDefault(name, new Verdict.Ok().word()));
    isShown(result, scope);
  }
}
