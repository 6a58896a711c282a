package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.TestNetwork.PacketFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes on hosts of their own, with keys, in a network that we make as bad as we like. */
@Timeout(900)
class PartitionTest {

  private static final Duration LEASE = Duration.ofSeconds(2);

  private static final int FAULTS = Integer.getInteger("sluice.test.faults", 200);

  @TempDir private static Path directory;

  private static KeyStores stores;

  @BeforeAll
  static void make() throws Exception {
    var obstacle = TestNetwork.obstacle();
    assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    stores = new KeyStores(directory);
    stores.selfSigned("keys");
  }

  /** Contenders on the hosts of a test network. */
  private record SeparateHosts(TestNetwork network, ContenderProcesses contenders, int hosts)
      implements AutoCloseable {

    static SeparateHosts of(String name, int hosts, Duration lease) throws IOException {
      return new SeparateHosts(
          new TestNetwork(hosts),
          new ContenderProcesses(name + "-" + ProcessHandle.current().pid(), lease),
          hosts);
    }

    ContenderProcess launch(int host, String name, Manner manner) throws IOException {
      var addresses =
          IntStream.range(0, hosts)
              .mapToObj(each -> network.address(each) + ":7800-7801")
              .collect(Collectors.joining(","));
      return contenders.launch(
          network.on(host), List.of(addresses, stores.file("keys").toString()), name, manner);
    }

    @Override
    public void close() throws IOException {
      network.heal();
      try {
        contenders.close();
      } finally {
        network.close();
      }
    }
  }

  @Test
  void partitionsAndPacketFaults() throws Exception {
    var hosts = SeparateHosts.of("partition", 4, LEASE);
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

  /** Faults of the network at random, and of processes; after each, all go on. */
  @Test
  @Tag("long")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void faultsAtRandom() throws Exception {
    var random = new Random(11);
    var hosts = SeparateHosts.of("storm", 5, LEASE);
    var network = hosts.network();
    long last;
    List<ContenderProcess> members = new ArrayList<>();
    try (hosts;
        var count = new FaultCount("hosts of their own")) {
      for (int i = 0; i < 5; i++) {
        members.add(hosts.launch(i, "first" + i, Manner.BUSY));
        members.getLast().awaitWord("member");
      }
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
