package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.locks.Contender.Manner;
import io.sluice.locks.TestNetwork.PacketFaults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes on hosts of their own, with keys, in a network that we make as bad as we like. */
@Timeout(900)
class PartitionTest {

  private static final Duration LEASE = Duration.ofSeconds(2);

  /** What the hosts are called where their addresses are not known. */
  private static final String NAME = "locks.test";

  private static final int FAULTS = Integer.getInteger("sluice.test.faults", 200);

  /** Which faults come when; another one with {@code -Dsluice.test.seed=2}. */
  private static final long SEED = Long.getLong("sluice.test.seed", 11);

  @TempDir private static Path directory;

  private static Path keys;

  @BeforeAll
  static void make() throws Exception {
    var obstacle = TestNetwork.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    keys = SeparateHosts.keys(directory);
  }

  private static SeparateHosts.Contending contending(String name) {
    return new SeparateHosts.Contending(
        new ContenderProcesses(ClusterNames.of(PartitionTest.class, name), LEASE), keys, List.of());
  }

  @Test
  void partitionsAndPacketFaults() throws Exception {
    var hosts = contending("partition").on(4);
    var network = hosts.network();
    var contenders = hosts.contenders();
    long last;
    try (hosts) {
      var first = hosts.launch(0, "first", Manner.BUSY);
      first.awaitWord("in");
      var second = hosts.launch(1, "second", Manner.BUSY);
      var third = hosts.launch(2, "third", Manner.BUSY);
      contenders.awaitEntries(first, second, third);

      // The holder is cut off: it is told, and the others go on.
      var holder = hosts.launch(3, "holder", Manner.KEEPER);
      holder.awaitWord("in");
      network.separate(Set.of(3));
      holder.awaitWord("lost");
      contenders.awaitEntries(first, second, third);
      network.heal();

      // The one that began the cluster is in the minority.
      network.separate(Set.of(0));
      contenders.awaitEntries(second, third);
      network.heal();
      contenders.awaitEntries(first, second, third);

      // One can be heard, but does not hear.
      network.cut(1, 2);
      network.cut(0, 2);
      contenders.awaitEntries(first, second);
      network.heal();
      contenders.awaitEntries(third);

      network.packetFaults(new PacketFaults(0.05, 0.05, 20));
      contenders.awaitEntries(first, second, third);
      network.heal();
      last = System.nanoTime();
      contenders.awaitEntries(first, second, third);
    }
    var history = contenders.history();
    history.check();
    history.checkServedAfter(last, List.of("first", "second", "third"));
  }

  /** Six members listen at six ports, and share the other twelve for their 45 connections. */
  @Test
  void connectionsOfOneHostSharePorts() throws Exception {
    int members = 6;
    try (var hosts = contending("ports").on(1, members)) {
      hosts.network().ports(0, 20_000, 20_017);
      var all = new ArrayList<ContenderProcess>();
      for (int i = 0; i < members; i++) {
        all.add(hosts.launch(0, "member" + i, Manner.BUSY));
        all.getLast().awaitWord("member");
      }
      hosts.contenders().awaitEntries(all.toArray(ContenderProcess[]::new));
    }
  }

  /**
   * No address is the first: processes find each other by a name, and those that come back do so
   * under other addresses.
   */
  @Test
  @Tag("long")
  void processesThatFindEachOtherByName() throws Exception {
    assumeTrue(NameServer.obstacle().isEmpty(), NameServer.obstacle().orElse(""));
    var network = new TestNetwork(6);
    var hosts = contending("names").finding(NAME, network, 3);
    var contenders = hosts.contenders();
    long last;
    try (hosts;
        var names = new NameServer(network, 5, directory)) {
      names.resolve(NAME, 0, 1, 2);
      var first = hosts.launch(0, "first", Manner.BUSY);
      var second = hosts.launch(1, "second", Manner.BUSY);
      var third = hosts.launch(2, "third", Manner.BUSY);
      contenders.awaitEntries(first, second, third);

      // One comes back at another address.
      second.kill();
      names.resolve(NAME, 0, 2, 3);
      var fourth = hosts.launch(3, "fourth", Manner.BUSY);
      contenders.awaitEntries(first, third, fourth);

      // The one that began the cluster, whichever it is, is alone for a while.
      network.separate(Set.of(0));
      contenders.awaitEntries(third, fourth);
      network.heal();
      contenders.awaitEntries(first, third, fourth);

      // All are gone, and come back elsewhere; the halves that cannot reach each other wait.
      first.kill();
      third.kill();
      fourth.kill();
      names.resolve(NAME, 1, 3, 4);
      network.separate(Set.of(1));
      network.cut(3, 4);
      network.cut(4, 3);
      var fifth = hosts.launch(1, "fifth", Manner.BUSY);
      var sixth = hosts.launch(3, "sixth", Manner.BUSY);
      var seventh = hosts.launch(4, "seventh", Manner.BUSY);
      await()
          .during(LEASE.multipliedBy(3))
          .atMost(LEASE.multipliedBy(5))
          .until(
              () ->
                  Stream.of(fifth, sixth, seventh).mapToLong(each -> each.count("in")).sum() == 0);
      network.heal();
      last = System.nanoTime();
      contenders.awaitEntries(fifth, sixth, seventh);
    }
    var history = contenders.history();
    history.check();
    history.checkServedAfter(last, List.of("fifth", "sixth", "seventh"));
  }

  /** Faults of the network at random, and of processes; after each, all go on. */
  @Test
  @Tag("long")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void faultsAtRandom() throws Exception {
    faultsAtRandom(contending("storm").on(5));
  }

  @Test
  @Tag("long")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void faultsAtRandomAmongProcessesThatFindEachOtherByName() throws Exception {
    assumeTrue(NameServer.obstacle().isEmpty(), NameServer.obstacle().orElse(""));
    var network = new TestNetwork(6);
    try (var names = new NameServer(network, 5, directory)) {
      names.resolve(NAME, 0, 1, 2, 3, 4);
      faultsAtRandom(contending("named-storm").finding(NAME, network, 5));
    }
  }

  private static void faultsAtRandom(SeparateHosts hosts) throws Exception {
    var random = new Random(SEED);
    var network = hosts.network();
    long last;
    List<ContenderProcess> members = new ArrayList<>();
    try (hosts;
        var count = new FaultCount("hosts of their own")) {
      for (int i = 0; i < 5; i++) {
        members.add(hosts.launch(i, "first" + i, Manner.BUSY));
      }
      members.forEach(each -> each.awaitWord("member"));
      for (int fault = 0; fault < FAULTS; fault++) {
        int one = random.nextInt(5);
        int other = (one + 1 + random.nextInt(4)) % 5;
        switch (random.nextInt(6)) {
          case 0 -> {
            count.add("one cut off");
            network.separate(Set.of(one));
          }
          case 1 -> {
            count.add("two cut off");
            network.separate(Set.of(one, other));
          }
          case 2 -> {
            count.add("cut in one direction");
            network.cut(one, other);
          }
          case 3 -> {
            count.add("packets lost, repeated and late");
            network.packetFaults(
                new PacketFaults(
                    random.nextDouble(0.1), random.nextDouble(0.1), 1 + random.nextInt(40)));
          }
          case 4 -> {
            count.add("killed");
            members.get(one).kill();
            members.set(one, hosts.launch(one, "next" + fault, Manner.BUSY));
          }
          default -> {
            count.add("stopped for up to two leases");
            members.get(one).signal("STOP");
            TimeUnit.MILLISECONDS.sleep(random.nextLong(2 * LEASE.toMillis()));
            members.get(one).signal("CONT");
          }
        }
        TimeUnit.MILLISECONDS.sleep(random.nextLong(2 * LEASE.toMillis()));
        if (random.nextInt(3) == 0) {
          network.heal();
          hosts.contenders().awaitEntries(members.toArray(ContenderProcess[]::new));
        }
      }
      network.heal();
      last = System.nanoTime();
      hosts.contenders().awaitEntries(members.toArray(ContenderProcess[]::new));
      assertThat(count.total()).isEqualTo(FAULTS);
    }
    var history = hosts.contenders().history();
    history.check();
    history.checkServedAfter(last, members.stream().map(each -> each.name).toList());
    assertThat(history.stays()).hasSizeGreaterThan(FAULTS);
  }
}
