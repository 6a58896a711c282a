package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.TestNetwork.Weather;
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

  /** A fleet over the hosts of a network. */
  private record Waters(TestNetwork network, Fleet fleet, int hosts) implements AutoCloseable {

    static Waters of(String name, int hosts, Duration lease) throws IOException {
      return new Waters(
          new TestNetwork(hosts),
          new Fleet(name + "-" + ProcessHandle.current().pid(), lease),
          hosts);
    }

    Fleet.Vessel launch(int host, String name, Manner manner) throws IOException {
      var addresses =
          IntStream.range(0, hosts)
              .mapToObj(each -> network.address(each) + ":7800-7801")
              .collect(Collectors.joining(","));
      return fleet.launch(
          network.on(host), List.of(addresses, stores.file("keys").toString()), name, manner);
    }

    @Override
    public void close() throws IOException {
      network.heal();
      try {
        fleet.close();
      } finally {
        network.close();
      }
    }
  }

  @Test
  void partitionsAndBadWeather() throws Exception {
    var waters = Waters.of("partition", 4, LEASE);
    var network = waters.network();
    var fleet = waters.fleet();
    long last;
    try (waters) {
      var first = waters.launch(0, "first", Manner.BUSY);
      first.awaitWord("in");
      var second = waters.launch(1, "second", Manner.BUSY);
      var third = waters.launch(2, "third", Manner.BUSY);
      fleet.awaitEntries(first, second, third);

      // The holder is cut off: it is told, and the others go on.
      var holder = waters.launch(3, "holder", Manner.KEEPER);
      holder.awaitWord("in");
      network.separate(Set.of(3));
      holder.awaitWord("lost");
      fleet.awaitEntries(first, second, third);
      network.heal();

      // The one that began the cluster is in the minority.
      network.separate(Set.of(0));
      fleet.awaitEntries(second, third);
      network.heal();
      fleet.awaitEntries(first, second, third);

      // One can be heard, but does not hear.
      network.cut(1, 2);
      network.cut(0, 2);
      fleet.awaitEntries(first, second);
      network.heal();
      fleet.awaitEntries(third);

      network.weather(new Weather(0.05, 0.05, 20));
      fleet.awaitEntries(first, second, third);
      network.heal();
      last = System.nanoTime();
      fleet.awaitEntries(first, second, third);
    }
    var history = fleet.history();
    history.check();
    history.checkServedAfter(last, List.of("first", "second", "third"));
  }

  /** Faults of the network at random, and of processes; after each, all go on. */
  @Test
  @Tag("long")
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void faultsAtRandom() throws Exception {
    var random = new Random(11);
    var waters = Waters.of("storm", 5, LEASE);
    var network = waters.network();
    long last;
    List<Fleet.Vessel> members = new ArrayList<>();
    try (waters;
        var count = new FaultCount("hosts of their own")) {
      for (int i = 0; i < 5; i++) {
        members.add(waters.launch(i, "first" + i, Manner.BUSY));
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
            network.weather(
                new Weather(
                    random.nextDouble(0.1), random.nextDouble(0.1), 1 + random.nextInt(40)));
          }
          case 4 -> {
            count.add("killed");
            members.get(one).kill();
            members.set(one, waters.launch(one, "next" + fault, Manner.BUSY));
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
          waters.fleet().awaitEntries(members.toArray(Fleet.Vessel[]::new));
        }
      }
      network.heal();
      last = System.nanoTime();
      waters.fleet().awaitEntries(members.toArray(Fleet.Vessel[]::new));
      assertThat(count.total()).isEqualTo(FAULTS);
    }
    var history = waters.fleet().history();
    history.check();
    history.checkServedAfter(last, members.stream().map(each -> each.name).toList());
    assertThat(history.stays()).hasSizeGreaterThan(FAULTS);
  }
}
