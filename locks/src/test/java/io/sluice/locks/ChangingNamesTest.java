package io.sluice.locks;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.locks.Contender.Manner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that find each other by a name, and hear of each other only when they look it up again.
 * Each host asks a name server of its own, so that one host knows of a change and another one does
 * not.
 */
@Timeout(300)
class ChangingNamesTest {

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final String NAME = "locks.test";
  private static final int EXPECTED = 3;

  /** The JVM keeps addresses no longer than a second, instead of 30. */
  private static final String SHORT_MEMORY = "-Dsun.net.inetaddr.ttl=1";

  @TempDir private Path directory;

  private KeyStores stores;

  @BeforeEach
  void make() throws Exception {
    for (var obstacle : List.of(TestNetwork.obstacle(), NameServer.obstacle())) {
      assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
    }
    stores = new KeyStores(directory);
    stores.selfSigned("keys");
  }

  /** Hosts with a name server each. */
  private record Hosts(TestNetwork network, List<NameServer> servers, ContenderProcesses contenders)
      implements AutoCloseable {

    static Hosts of(String name, int number, Path directory) throws IOException {
      var network = new TestNetwork(number);
      var contenders =
          new ContenderProcesses(ClusterNames.of(ChangingNamesTest.class, name), LEASE);
      var hosts = new Hosts(network, new ArrayList<>(), contenders);
      try {
        for (int i = 0; i < number; i++) {
          hosts.servers.add(NameServer.ofItself(network, i, directory));
        }
      } catch (IOException e) {
        hosts.close();
        throw e;
      }
      return hosts;
    }

    /** On that host the name stands for these from now on. */
    void resolve(int host, int... those) throws IOException, InterruptedException {
      servers.get(host).resolve(NAME, those);
    }

    ContenderProcess launch(int host, String name, KeyStores stores, String... javaOptions)
        throws IOException {
      var within = new ArrayList<>(network.on(host));
      if (javaOptions.length > 0) {
        within.addAll(List.of("env", "JDK_JAVA_OPTIONS=" + String.join(" ", javaOptions)));
      }
      return contenders.launch(
          within,
          List.of(NAME + ":7800-7800 expecting " + EXPECTED, stores.file("keys").toString()),
          name,
          Manner.BUSY);
    }

    /** That host has looked the name up, and none of these has found others. */
    void awaitNoEntry(int host, ContenderProcess... those) {
      servers.get(host).awaitQuestion(NAME, host);
      await()
          .during(LEASE.multipliedBy(2))
          .atMost(LEASE.multipliedBy(10))
          .until(() -> Stream.of(those).mapToLong(each -> each.count("in")).sum() == 0);
    }

    @Override
    public void close() throws IOException {
      try {
        contenders.close();
        for (NameServer each : servers) {
          each.close();
        }
      } finally {
        network.close();
      }
    }
  }

  /**
   * The third process never learns of the others by itself, and they are members when their name
   * stands for it, too. A member looks up hosts in no other way than this.
   */
  @Test
  void membersFindAProcessThatDoesNotKnowThem() throws Exception {
    var hosts = Hosts.of("found", EXPECTED, directory);
    try (hosts) {
      hosts.resolve(0, 0, 1);
      hosts.resolve(1, 0, 1);
      hosts.resolve(2, 2);
      var third = hosts.launch(2, "third", stores, SHORT_MEMORY);
      var first = hosts.launch(0, "first", stores, SHORT_MEMORY);
      var second = hosts.launch(1, "second", stores, SHORT_MEMORY);
      hosts.contenders().awaitEntries(first, second);
      hosts.awaitNoEntry(2, third);

      hosts.resolve(0, 0, 1, 2);
      hosts.contenders().awaitEntries(first, second, third);
    }
    hosts.contenders().history().check();
  }

  /**
   * Each is alone at first. One that is no member also looks up the name when it begins to join
   * again, after some leases; the members at the end do not. The JVM keeps addresses for its usual
   * 30 seconds.
   */
  @Test
  @Tag("long")
  void processesThatKnowOnlyThemselvesMeetByLookingUpAgain() throws Exception {
    var hosts = Hosts.of("alone", EXPECTED, directory);
    try (hosts) {
      for (int i = 0; i < EXPECTED; i++) {
        hosts.resolve(i, i);
      }
      var first = hosts.launch(0, "first", stores);
      var second = hosts.launch(1, "second", stores);
      hosts.awaitNoEntry(0, first);
      hosts.awaitNoEntry(1, first, second);

      hosts.resolve(0, 0, 1);
      hosts.contenders().awaitEntries(first, second);

      var third = hosts.launch(2, "third", stores);
      hosts.awaitNoEntry(2, third);
      hosts.resolve(0, 0, 1, 2);
      hosts.contenders().awaitEntries(first, second, third);
    }
    hosts.contenders().history().check();
  }
}
