package io.sluice.lab.explore.protocols;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Invariant;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Configuration.Clock;
import io.sluice.protocol.priority.Message;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.SpanningTree;
import io.sluice.protocol.priority.State;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * PADME in all sixteen configurations: exclusion, no deadlock, progress, rising fences, and one
 * token for each resource. The counts are pinned: a change of meaning shows.
 */
class PadmeTest {

  private static final Faults ONE_DIES = new Faults(1, 0, 0);
  private static final Churn ONE_JOINS = new Churn(1, 0, 0);
  private static final Churn ONE_LEAVES = new Churn(0, 1, 0);
  private static final Churn ONE_WITHDRAWS = new Churn(0, 0, 1);

  private static final SpanningTree CHAIN = SpanningTree.chain();
  private static final SpanningTree STAR = SpanningTree.star();

  private static Configuration on(SpanningTree tree, String letters) {
    return Configuration.of(Models.of(letters)).on(tree);
  }

  private static Scope<State, Message> scope(Configuration configuration, int nodes, int entries) {
    return Scope.of(Padme.algorithm(configuration), Layout.plain(nodes), entries)
        .withClaims(node -> List.of(configuration.claim(node)));
  }

  private static Scope<State, Message> ordered(Scope<State, Message> scope, String order) {
    return scope.withOrders(Map.of(order, 1));
  }

  private static Scope<State, Message> joining(Configuration configuration, int founders) {
    return Scope.of(Padme.algorithm(configuration), Layout.plain(founders).plusNewcomers(1), 1)
        .withClaims(node -> List.of(node < founders ? configuration.claim(node) : Claim.EXCLUSIVE))
        .with(ONE_JOINS);
  }

  private static void holds(Scope<?, ?> scope, long worlds) {
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict().word()).as(result.what()).isEqualTo("ok");
    assertThat(result.worlds()).as(scope.algorithm().name()).isEqualTo(worlds);
  }

  private static final String WORLDS =
      """
      LFFF, 6731, 2205, 72835, 4877, 9063, 4712, 13982, 14780, 4592, 1055, 485, 3016, 2033
      LFFU, 6692, 2392, 66942, 5189, 9060, 4792, 13866, 15024, 4829, 1065, 489, 3475, 2234
      LFUF, 5778, 2205, 64751, 4877, 9141, 4712, 13176, 15249, 4702, 1034, 462, 3628, 1961
      LFUU, 6504, 2392, 68553, 5189, 9356, 4792, 13504, 15891, 4969, 1054, 488, 4233, 2120
      LRFF, 6485, 2205, 55900, 4877, 8832, 4712, 13567, 13905, 4278, 1002, 455, 2957, 1216
      LRFU, 6510, 2392, 50697, 5189, 8827, 4792, 13451, 14137, 4505, 1012, 443, 3403, 1016
      LRUF, 5550, 2205, 47883, 4877, 8910, 4712, 12761, 14374, 4388,  981, 422, 3524, 1022
      LRUU, 6223, 2392, 50681, 5189, 9123, 4792, 13089, 15004, 4645, 1001, 442, 4060,  968
      FFFF, 6610, 2748, 66695, 6941, 8829, 5051, 14146, 14771, 4767, 1050, 490, 3027, 2033
      FFFU, 6086, 2392, 60036, 5189, 8708, 4792, 13568, 14256, 4534, 1037, 489, 3475, 2234
      FFUF, 5553, 2232, 59563, 5081, 9049, 4722, 12958, 14863, 4503, 1013, 463, 3637, 1961
      FFUU, 6071, 2392, 63672, 5189, 9259, 4792, 13240, 15294, 4692, 1027, 488, 4233, 2120
      FRFF, 5773, 2748, 27841, 6941, 7485, 5051, 12674, 11439, 3658,  825, 460, 2942, 1216
      FRFU, 4819, 2392, 21730, 5189, 7006, 4792, 11856, 10313, 3355,  768, 443, 3359, 1016
      FRUF, 4333, 2232, 18682, 5081, 7097, 4722, 11011, 10483, 3232,  748, 423, 3404, 1022
      FRUU, 4587, 2392, 20355, 5189, 7194, 4792, 11208, 10695, 3365,  753, 442, 3881,  968
      """;

  static Stream<Arguments> allSixteen() {
    return WORLDS
        .lines()
        .map(line -> line.split(", +", -1))
        .map(row -> Arguments.of(row[0], Arrays.stream(row).skip(1).map(Long::valueOf).toList()));
  }

  /**
   * Three in a chain and a star with two entries each, five with one; then three in a chain with
   * one entry each, and one death, the same in a star, one change to any other models, one who
   * leaves, one who moves, one who withdraws; two whom a third joins; clocks that count one's own
   * requests; two resources.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void allSixteen(String letters, List<Long> worlds) {
    var chain = on(CHAIN, letters);
    var star = on(STAR, letters);
    var three = scope(chain, 3, 1);
    var two = chain.withUnits(2);
    var any = List.of(Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT), Claim.EXCLUSIVE);
    holds(scope(chain, 3, 2), worlds.get(0));
    holds(scope(star, 3, 2), worlds.get(1));
    holds(scope(chain, 5, 1), worlds.get(2));
    holds(scope(star, 5, 1), worlds.get(3));
    holds(three.with(ONE_DIES), worlds.get(4));
    holds(scope(star, 3, 1).with(ONE_DIES), worlds.get(5));
    holds(ordered(three, "change"), worlds.get(6));
    holds(three.with(ONE_LEAVES), worlds.get(7));
    holds(ordered(three, "move"), worlds.get(8));
    holds(three.with(ONE_WITHDRAWS), worlds.get(9));
    holds(joining(chain, 2), worlds.get(10));
    holds(scope(chain.with(Clock.OWN), 3, 2), worlds.get(11));
    holds(scope(two, 3, 1).withClaims(_ -> any), worlds.get(12));
  }

  /**
   * Clients that never stop asking: under Fair no participant starves, however the tokens are used.
   */
  @ParameterizedTest
  @CsvSource({
    "FFFF, 952",
    "FFFU, 1664",
    "FFUF, 1410",
    "FFUU, 2938",
    "FRFF, 852",
    "FRFU, 1219",
    "FRUF, 948",
    "FRUU, 1330"
  })
  void fairMeansThatNobodyStarves(String letters, long worlds) {
    holds(scope(on(CHAIN, letters), 3, UNBOUNDED), worlds);
  }

  @ParameterizedTest
  @CsvSource({"LFFF", "LRUU"})
  void levelMeansThatTheLessUrgentMayStarve(String letters) {
    var result = Explorer.search(scope(on(CHAIN, letters), 3, UNBOUNDED), Effort.full());
    assertThat(result.verdict()).isEqualTo(new Verdict.Starvation());
    assertThat(result.what()).contains("p2 can wait forever");
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "LFFF, 859833",
    "LFFU, 735193",
    "LFUF, 604451",
    "LFUU, 688448",
    "LRFF, 723249",
    "LRFU, 643411",
    "LRUF, 507814",
    "LRUU, 568588",
    "FFFF, 750264",
    "FFFU, 608710",
    "FFUF, 550062",
    "FFUU, 614449",
    "FRFF, 454052",
    "FRFU, 338393",
    "FRUF, 267814",
    "FRUU, 294106"
  })
  void fourInAChain(String letters, long worlds) {
    holds(scope(on(CHAIN, letters), 4, 2), worlds);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "LFFF, 80031",
    "LFFU, 85591",
    "LFUF, 80031",
    "LFUU, 85591",
    "LRFF, 80031",
    "LRFU, 85591",
    "LRUF, 80031",
    "LRUU, 85591",
    "FFFF, 128931",
    "FFFU, 85591",
    "FFUF, 81741",
    "FFUU, 85591",
    "FRFF, 128931",
    "FRFU, 85591",
    "FRUF, 81741",
    "FRUU, 85591"
  })
  void fourInAStar(String letters, long worlds) {
    holds(scope(on(STAR, letters), 4, 2), worlds);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "LFFF, 2115761",
    "LFFU, 2164588",
    "LFUF, 2007975",
    "LFUU, 2117537",
    "LRFF, 1848292",
    "LRFU, 1890808",
    "LRUF, 1751098",
    "LRUU, 1847025",
    "FFFF, 2101332",
    "FFFU, 2085302",
    "FFUF, 1992472",
    "FFUU, 2105653",
    "FRFF, 1208956",
    "FRFU, 1087052",
    "FRUF, 1014372",
    "FRUU, 1046446"
  })
  void oneOfFourInAChainDies(String letters, long worlds) {
    holds(scope(on(CHAIN, letters), 4, 1).with(ONE_DIES), worlds);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "LFFF, 330638",
    "LFFU, 333800",
    "LFUF, 331154",
    "LFUU, 334692",
    "LRFF, 330638",
    "LRFU, 333800",
    "LRUF, 331154",
    "LRUU, 334692",
    "FFFF, 407225",
    "FFFU, 340457",
    "FFUF, 333977",
    "FFUU, 336891",
    "FRFF, 407225",
    "FRFU, 340457",
    "FRUF, 333977",
    "FRUU, 336891"
  })
  void oneOfFourInAStarDies(String letters, long worlds) {
    holds(scope(on(STAR, letters), 4, 1).with(ONE_DIES), worlds);
  }

  static Stream<Arguments> together() {
    var chain = on(CHAIN, "FRUU");
    var three = scope(chain, 3, 1);
    return Stream.of(
        Arguments.of("two leave", three.with(new Churn(0, 2, 0)), 201_882),
        Arguments.of("two die", three.with(new Faults(2, 0, 0)), 12_485),
        Arguments.of("one leaves, one dies", three.with(ONE_LEAVES).with(ONE_DIES), 120_395),
        Arguments.of("one moves, one dies", ordered(three, "move").with(ONE_DIES), 46_619),
        Arguments.of("one moves, one leaves", ordered(three, "move").with(ONE_LEAVES), 128_303),
        Arguments.of("one withdraws, one dies", three.with(ONE_WITHDRAWS).with(ONE_DIES), 23_164),
        Arguments.of(
            "two resources, one dies", scope(chain.withUnits(2), 3, 1).with(ONE_DIES), 17_852),
        Arguments.of(
            "as live semaphores run it, two withdraw",
            scope(on(STAR, "LFFF").withUnits(2), 4, 1).with(new Churn(0, 0, 2)),
            26_049),
        Arguments.of(
            "one joins, one leaves, as for another name",
            joining(chain, 2).with(new Churn(1, 1, 0)),
            20_167),
        Arguments.of("one joins, one dies", joining(chain, 2).with(ONE_DIES), 13_541),
        Arguments.of("one joins, one moves", ordered(joining(chain, 2), "move"), 8_085));
  }

  /** What happens at the same time. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void together(String what, Scope<?, ?> scope, long worlds) {
    holds(scope, worlds);
  }

  @Tag("long")
  @Test
  void theModelsChangeAndOneDies() {
    holds(ordered(scope(on(CHAIN, "FRUU"), 3, 1), "change").with(ONE_DIES), 346_883);
  }

  /** A release that overtakes the request that it speaks of leaves that in the queues. */
  @Test
  void needsOrder() {
    var scope = scope(on(CHAIN, "FFUU"), 3, 2).with(Channels.UNORDERED);
    assertThat(Explorer.search(scope, Effort.full()).verdict()).isEqualTo(new Verdict.Stuck());
  }

  /** The invariant is not empty: it misses a token that is lost, and minds a copy. */
  @Test
  void oneTokenAndNotTwoOrNone() {
    var scope =
        Scope.of(judgedByTheTokenAlone(Padme.ALGORITHM), Layout.plain(3), 1).withoutFences();
    var broken = new Verdict.Broken("one-token");
    assertThat(Explorer.search(scope.with(new Faults(0, 1, 0)), Effort.full()).verdict())
        .isEqualTo(broken);
    assertThat(Explorer.search(scope.with(new Faults(0, 0, 1)), Effort.full()).verdict())
        .isEqualTo(broken);
  }

  private static Algorithm<State, Message> judgedByTheTokenAlone(
      Algorithm<State, Message> algorithm) {
    var builder = Algorithm.of(algorithm.name(), algorithm.family(), algorithm.maker()).fenced();
    for (var invariant : algorithm.invariants()) {
      if (invariant instanceof Invariant.OfWorld<State, Message>(var name, var holds)) {
        builder.invariant(name, holds);
      }
    }
    return builder.build();
  }
}
