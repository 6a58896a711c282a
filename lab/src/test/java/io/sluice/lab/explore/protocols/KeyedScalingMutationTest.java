package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.protocols.KeyedScalingTest.Orders;
import io.sluice.protocol.Layout;
import io.sluice.protocol.scaling.keyed.StreamModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Keyed scaling broken on purpose, one rule at a time: the explorer catches each. */
class KeyedScalingMutationTest {

  private static final String PACKAGE = "io.sluice.protocol.scaling.keyed.";

  @TempDir Path directory;

  private static Arguments rule(
      String broken,
      String type,
      String original,
      String mutated,
      String options,
      Layout founders,
      Orders orders) {
    return Arguments.of(broken, type, original, mutated, options, founders, orders);
  }

  private static Orders orders(int duplications, int deletions, int records) {
    return new Orders(duplications, 0, deletions, records);
  }

  private static Orders copying(int records, int copies, int resumptions) {
    return new Orders(1, 0, 0, records, copies, resumptions);
  }

  static Stream<Arguments> mutations() {
    return Stream.of(
        rule(
            "duplicates itself while a neighbour changes",
            "KeyedScaling",
            "guarded(s.with(new ToDuplicate(newborn)), ASKING, out)",
            "begin(s.with(new ToDuplicate(newborn)), out)",
            "",
            Layout.groups(1, 1),
            orders(2, 0, 1)),
        rule(
            "deletes itself while a neighbour changes",
            "KeyedScaling",
            "guarded(s.with(new ToDelete()), ASKING, out)",
            "begin(s.with(new ToDelete()), out)",
            "",
            Layout.groups(1, 2),
            orders(1, 1, 1)),
        rule(
            "a newborn drops what comes before it is started",
            "StreamModel",
            "process(s, entry) : s.keeping(entry)",
            "process(s, entry) : s",
            "",
            Layout.groups(1, 1),
            orders(1, 0, 1)),
        rule(
            "an heir processes what comes before the state",
            "StreamModel",
            "(owned || !keyed(s)) ?",
            "(owned || keyed(s) || !keyed(s)) ?",
            "",
            Layout.groups(1, 2),
            orders(0, 1, 1)),
        rule(
            "hands state over before all marks are in",
            "KeyedScaling",
            "when missing.isEmpty() -> s.with(new HandingOver(newborn, moves));",
            "-> s.with(new HandingOver(newborn, moves));",
            "",
            Layout.groups(2, 1),
            orders(1, 0, 2)),
        rule(
            "drains before all predecessors have ended",
            "KeyedScaling",
            "when missing.isEmpty() -> s.with(new Draining(heir));",
            "-> s.with(new Draining(heir));",
            "",
            Layout.groups(1, 2),
            orders(0, 1, 1)),
        rule(
            "a predecessor marks beside its records",
            "KeyedScaling",
            "operators.isKeyed(birth.operator()) ? new Mark() : new Ack()",
            "new Ack()",
            "",
            Layout.groups(1, 1),
            orders(1, 0, 1)),
        rule(
            "a predecessor ends beside its records",
            "KeyedScaling",
            "out.send(from, new End());",
            "out.send(from, new Ack());",
            "",
            Layout.groups(1, 2),
            orders(0, 1, 1)),
        rule(
            "says good-bye before everything is out",
            "StreamEvents",
            "s.control().awaitsFlush() && s.out().isEmpty()",
            "s.control().awaitsFlush()",
            "",
            Layout.groups(2, 1),
            orders(0, 1, 1)),
        rule(
            "dies before its predecessors have forgotten it",
            "KeyedScaling",
            "new Closing(s.neighbours())",
            "new Closing(s.succs())",
            "",
            Layout.groups(1, 2),
            orders(1, 1, 0)),
        rule(
            "an heir may go before it has inherited",
            "Keeper",
            "if (!heirs.contains(leaver)) {",
            "if (leaver >= 0) {",
            "",
            Layout.groups(1, 3),
            orders(0, 2, 0)),
        rule(
            "a predecessor keeps the old owner",
            "Route",
            "owner == leaver ? heir : owner",
            "owner",
            "",
            Layout.groups(1, 2),
            orders(0, 1, 1)),
        rule(
            "a predecessor does not change owners at a birth",
            "Route",
            "moves.forEach(next::set);",
            "",
            "",
            Layout.groups(1, 1),
            orders(1, 0, 1)),
        rule(
            "a successor does not enter the new sender",
            "KeyedScaling",
            "meet(s.withPreds(s.preds().plus(newborn)), newborn, out)",
            "meet(s, newborn, out)",
            "",
            Layout.groups(1, 1, 1),
            orders(1, 0, 1)),
        rule(
            "the newborn has no forks",
            "KeyedScaling",
            "meeting(born.neighbours(), true)",
            "meeting(born.neighbours(), false)",
            "",
            Layout.groups(1, 1),
            orders(2, 0, 0)),
        rule(
            "the newborn never leaves the section",
            "KeyedScaling",
            "return guarded(tellKeeper(born.with(guard), new Here(), out), new Release<>(), out);",
            "return tellKeeper(born.with(guard), new Here(), out);",
            "",
            Layout.groups(1, 1),
            orders(2, 0, 0)),
        rule(
            "the keeper is not told of the newborn",
            "KeyedScaling",
            "return guarded(tellKeeper(born.with(guard), new Here(), out), new Release<>(), out);",
            "return guarded(born.with(guard), new Release<>(), out);",
            "",
            Layout.groups(1, 1),
            orders(1, 0, 0)),
        rule(
            "hands state over before what was made of it is out",
            "KeyedScaling",
            "s.with(new HandingOver(newborn, moves));",
            "release(handOver(s, newborn, moves, out), out);",
            ":keyed=1+2",
            Layout.groups(1, 1, 1),
            orders(1, 0, 2)),
        rule(
            "takes the state of its groups with it",
            "KeyedScaling",
            "out.send(heir, new Inheritance(s.owned()));",
            "",
            "",
            Layout.groups(1, 2),
            orders(0, 1, 0)),
        rule(
            "a source reads partitions that it does not own",
            "StreamEvents",
            "shared || s.made().containsKey(group)",
            "shared || group >= 0",
            ":keyed=0+1",
            Layout.groups(2, 1),
            orders(0, 0, 2)),
        rule(
            "a source reads on what it has given away",
            "StreamState",
            "rest.keySet().removeAll(groups.numbers());",
            "",
            ":keyed=0+1",
            Layout.groups(1, 1),
            orders(1, 0, 1)),
        rule(
            "a source hands partitions over before what it has read is out",
            "KeyedScaling",
            "s.with(new HandingOver(newborn, moves));",
            "release(handOver(s, newborn, moves, out), out);",
            ":keyed=0+1",
            Layout.groups(1, 1),
            orders(1, 0, 2)),
        rule(
            "a source that goes leaves its partitions unread",
            "KeyedScaling",
            "out.send(heir, new Inheritance(s.owned()));",
            "",
            ":keyed=0+1",
            Layout.groups(2, 1),
            orders(0, 1, 0)),
        rule(
            "what was made since a copy does not follow",
            "StreamState",
            "all.subList(copy.size(), all.size())",
            "List.of()",
            ":ahead",
            Layout.groups(1, 1),
            copying(1, 1, 0)),
        rule(
            "relies on a copy after a crash, when it does not know what was made since",
            "StreamModel",
            "case Order<StreamMessage>(Resume()) -> s.with(s.ahead().forgetting());",
            "case Order<StreamMessage>(Resume()) -> copy(s,"
                + " s.ahead().sent().values().iterator().next().to(), (SendOnly<StreamMessage>)"
                + " (to, message) -> {});",
            ":ahead",
            Layout.groups(1, 1),
            copying(1, 1, 1)),
        rule(
            "a whole state is put on top of the copy",
            "StreamMessage",
            "onCopy ? copy : List.of()",
            "copy",
            ":ahead",
            Layout.groups(1, 1),
            copying(1, 1, 1)),
        rule(
            "a copy does not replace an earlier one",
            "StreamState",
            "all.putAll(copies);",
            "copies.forEach(all::putIfAbsent);",
            ":ahead",
            Layout.groups(1, 1),
            copying(1, 2, 0)),
        rule(
            "a copy counts as state",
            "StreamModel",
            "s.with(s.ahead().taking(state));",
            "s.installing(state);",
            ":ahead",
            Layout.groups(1, 1),
            copying(0, 1, 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void mutations(
      String name,
      String type,
      String original,
      String mutated,
      String options,
      Layout founders,
      Orders orders)
      throws IOException, ReflectiveOperationException {
    try (var mutant = Mutant.of(Class.forName(PACKAGE + type), original, mutated, directory)) {
      var algorithm = mutant.algorithm(StreamModel.class, "scaling-keyed" + options);
      var scope = KeyedScalingTest.scope(algorithm, founders, orders);
      var verdict = Explorer.search(scope, Effort.full()).verdict();
      assertThat(verdict.isViolation()).as("%s: %s", name, verdict.word()).isTrue();
    }
  }
}
