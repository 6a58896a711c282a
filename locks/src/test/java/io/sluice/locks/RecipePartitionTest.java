package io.sluice.locks;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.locks.Contender.Kind;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.TestNetwork.PacketFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is made of locks, on hosts of their own that are cut off, and with packet faults. */
@Tag("long")
@Timeout(600)
class RecipePartitionTest {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final PacketFaults FAULTS = new PacketFaults(0.05, 0.05, 20);

  @TempDir private static Path directory;

  private static Path keys;

  @BeforeAll
  static void make() throws Exception {
    var obstacle = TestNetwork.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    keys = SeparateHosts.keys(directory);
  }

  private static SeparateHosts.Contending contending(
      String name, Class<?> contender, String... more) {
    String cluster = ClusterNames.of(RecipePartitionTest.class, name);
    return new SeparateHosts.Contending(
        new ContenderProcesses(cluster, LEASE, contender), keys, List.of(more));
  }

  @ParameterizedTest
  @EnumSource(
      names = {"LOCK", "UNIT"},
      mode = EnumSource.Mode.EXCLUDE)
  void holdersAreCutOff(Kind kind) throws Exception {
    var history = cutOff(contending(kind.name(), Contender.class, kind.name()));
    if (kind == Kind.SEVERAL_UNITS) {
      history.checkNeverMoreThan(Kind.UNITS);
    } else if (kind == Kind.DOWNGRADE || kind == Kind.READ_OR_WRITE) {
      history.checkReadersAndWriters();
    }
  }

  /** The callbacks of one that is cut off are told of its loss while it is still cut off. */
  @Test
  void leadersAreCutOff() throws Exception {
    var contending = contending("leaders", LeaderContender.class);
    cutOff(contending);
    Terms.of(contending.processes()).check(10);
  }

  /** The holder's host is cut off, then packets are lost, repeated and late. */
  private static History cutOff(SeparateHosts.Contending contending) throws Exception {
    var hosts = contending.on(4);
    var network = hosts.network();
    var contenders = hosts.contenders();
    long last;
    try (hosts) {
      var first = hosts.launch(0, "first", Manner.BUSY);
      first.awaitWord("in");
      var second = hosts.launch(1, "second", Manner.BUSY);
      var third = hosts.launch(2, "third", Manner.BUSY);
      contenders.awaitEntries(first, second, third);

      var holder = hosts.launch(3, "holder", Manner.KEEPER);
      holder.awaitWord("in");
      network.separate(Set.of(3));
      holder.awaitWord("lost");
      if (holder.count("granted") > 0) {
        holder.awaitWord("revoked");
      }
      contenders.awaitEntries(first, second, third);
      network.heal();

      // The longest-standing member, now and then the holder, does not hear the others.
      network.cut(1, 0);
      network.cut(2, 0);
      contenders.awaitEntries(second, third);
      network.heal();
      contenders.awaitEntries(first);

      network.packetFaults(FAULTS);
      contenders.awaitEntries(first, second, third);
      network.heal();
      last = System.nanoTime();
      contenders.awaitEntries(first, second, third);
    }
    var history = contenders.history();
    history.check();
    history.checkServedAfter(last, List.of("first", "second", "third"));
    return history;
  }

  /** A party that is cut off is told, and so are those that waited with it; the others go on. */
  @Test
  void partiesAreCutOff() throws Exception {
    var hosts = contending("parties", BarrierContender.class).on(BarrierContender.COUNTS);
    var network = hosts.network();
    var contenders = hosts.contenders();
    try (hosts) {
      List<ContenderProcess> parties = new ArrayList<>();
      for (int i = 0; i < BarrierContender.COUNTS; i++) {
        parties.add(hosts.launch(i, "party" + i, Manner.BUSY));
        parties.getLast().awaitWord("counted");
      }
      parties.forEach(each -> each.awaitWord("open"));
      var all = parties.toArray(ContenderProcess[]::new);
      contenders.awaitEntries(all);

      for (int i = BarrierContender.COUNTS - 1; i >= 0; i -= BarrierContender.COUNTS - 1) {
        var lonely = parties.get(i);
        long told = lonely.count("broken");
        network.separate(Set.of(i));
        await().atMost(ContenderProcesses.PATIENCE).until(() -> lonely.count("broken") > told);
        contenders.awaitEntries(
            parties.stream().filter(each -> each != lonely).toArray(ContenderProcess[]::new));
        network.heal();
        contenders.awaitEntries(all);
      }

      network.packetFaults(FAULTS);
      contenders.awaitEntries(all);
      network.heal();
      contenders.awaitEntries(all);
    }
    var passages = Passages.of(contenders);
    passages.check(BarrierContender.PARTIES, BarrierContender.COUNTS);
    passages.checkMoreGenerationsThan(5);
  }
}
