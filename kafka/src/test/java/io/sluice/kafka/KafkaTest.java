package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.broker.KafkaBroker;
import io.sluice.cluster.CapturedLog;
import io.sluice.locks.ContenderProcesses;
import io.sluice.locks.ForcedReleases;
import io.sluice.locks.Lease;
import io.sluice.locks.Nemesis;
import io.sluice.locks.Sluice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nodes that speak through a real broker, judged like those over the other transports. */
@Timeout(180)
class KafkaTest {

  private static final Duration LEASE = Duration.ofMillis(1500);

  @SuppressWarnings("NullAway") // set before all tests
  private static KafkaBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void end() throws Exception {
    broker.close();
  }

  private static Kafka kafka() {
    return Kafka.at(broker.bootstrapServers());
  }

  private static Sluice.Builder joining(String cluster) {
    return Sluice.named(cluster).over(kafka()).lease(Duration.ofSeconds(5));
  }

  @Test
  void processesAreKilledAndStopped() throws Exception {
    var contenders =
        new ContenderProcesses("nemesis", LEASE, KafkaContender.class, broker.bootstrapServers());
    Nemesis.killsAndStops(contenders);
  }

  /** Members are asked through the broker: a latch opens, and parties go on together. */
  @Test
  void aLatchAndABarrier() throws Exception {
    try (var one = joining("meeting").join();
        var two = joining("meeting").join();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> one.view().members().size() == 2);
      one.latch("l", 2).countDown();
      two.latch("l", 2).countDown();
      one.latch("l", 2).await();
      var other = threads.submit(() -> two.barrier("b", 2).await());
      assertThat(one.barrier("b", 2).await().generation()).isEqualTo(other.get().generation());
    }
  }

  /** Members are asked through the broker, and never two hold a lock that is taken away. */
  @Test
  @Tag("long")
  void locksAreTakenAway() throws Exception {
    try (var one = joining("forced").join();
        var two = joining("forced").join()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> one.view().members().size() == 2);
      await().atMost(Duration.ofSeconds(60)).until(() -> two.view().members().size() == 2);
      ForcedReleases.contend(one, two).check();
    }
  }

  /** A departing node says so, and the last one closes the cluster: no node waits for a lease. */
  @Test
  void comingAndGoingCostsNoLease() throws Exception {
    long before = System.nanoTime();
    long fence = 0;
    for (int i = 0; i < 3; i++) {
      try (var sluice = joining("visits").lease(Duration.ofSeconds(60)).join();
          var lease = sluice.lock("x").acquire(Duration.ofSeconds(30))) {
        assertThat(lease.fence()).isGreaterThan(fence);
        fence = lease.fence();
      }
    }
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(50));
  }

  /**
   * An outage longer than the lease: what was held is lost, and afterwards all goes on. A lone
   * member needs the broker too, since others could begin a cluster without it.
   */
  @Test
  void whileTheBrokerIsStoppedLocksAreLostAndThenTheyComeBack() throws Exception {
    outage("stopped", () -> signal("STOP"), () -> signal("CONT"));
  }

  /** The same when it was killed, and has to find out what it had written. */
  @Test
  @Tag("long")
  void whenTheBrokerIsKilledLocksAreLostAndThenTheyComeBack() throws Exception {
    outage("killed", broker::kill, broker::restart);
  }

  /** Something that may fail. */
  private interface Deed {
    void run() throws Exception;
  }

  private static void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(broker.pid())).start().waitFor();
  }

  private static void outage(String name, Deed begins, Deed ends) throws Exception {
    try (var one = joining(name).lease(LEASE).join();
        var two = joining(name).lease(LEASE).join();
        var alone = joining(name + "-alone").lease(LEASE).join()) {
      await().atMost(Duration.ofSeconds(60)).until(() -> two.view().members().size() == 2);
      Lease held = one.lock("x").acquire(Duration.ofSeconds(30));
      Lease other = alone.lock("x").acquire(Duration.ofSeconds(30));
      var told = new CountDownLatch(2);
      held.onLost(told::countDown);
      other.onLost(told::countDown);
      begins.run();
      try {
        assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(held.valid()).isFalse();
        assertThat(other.valid()).isFalse();
      } finally {
        ends.run();
      }
      try (var next = two.lock("x").acquire(Duration.ofSeconds(60))) {
        assertThat(next.fence()).isGreaterThan(held.fence());
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> !one.view().members().isEmpty());
    }
  }

  /** And it is logged once by each node that reads it. */
  @Test
  void whatIsNoFrameIsDropped() throws Exception {
    try (var log = CapturedLog.open()) {
      sendWhatIsNoFrame();
      assertThat(log.lines("no frame of ours")).hasSize(2);
    }
  }

  private static void sendWhatIsNoFrame() throws Exception {
    try (var sluice = joining("garbage").join()) {
      sluice.lock("x").acquire(Duration.ofSeconds(30)).close();
      var member = sluice.view().members().getFirst();
      Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
      try (var stranger =
          new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
        byte[] noise = {1, 2, 3, 4, 5};
        for (int partition = 0; partition < 33; partition++) {
          stranger.send(new ProducerRecord<>("sluice-garbage", partition, noise, noise)).get();
          stranger.send(new ProducerRecord<>("sluice-garbage", partition, null, noise)).get();
          stranger.send(new ProducerRecord<>("sluice-garbage", partition, noise, null)).get();
        }
      }
      sluice.lock("x").acquire(Duration.ofSeconds(30)).close();
      try (var guest = joining("garbage").join()) {
        guest.lock("x").acquire(Duration.ofSeconds(30)).close();
      }
      assertThat(sluice.view().members()).contains(member);
    }
  }

  @Test
  void theTopicIsMadeAndKeepsLittle() throws Exception {
    joining("a_b/c").join().close();
    String name = "sluice-a_005fb_002fc";
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      var resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
      var config =
          admin.describeConfigs(List.of(resource)).values().values().iterator().next().get();
      assertThat(config.get("retention.ms").value()).isEqualTo("600000");
      assertThat(config.get("cleanup.policy").value()).isEqualTo("delete");
    }
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNamed() {
    var unreachable = Kafka.at("127.0.0.1:1").with(Map.of("default.api.timeout.ms", "1000"));
    assertThatThrownBy(() -> Sluice.named("x").over(unreachable).join())
        .isInstanceOf(BrokerUnavailable.class)
        .hasMessageContaining("127.0.0.1:1");
    assertThatThrownBy(() -> Sluice.named("x").over(Kafka.at("nonsense")).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense");
    assertThatThrownBy(() -> Sluice.named("x").over(kafka()).lease(Duration.ofMillis(10)).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lease");
  }

  /** Takes whatever comes. */
  private static final class Store {
    private final Map<String, Long> rows = new ConcurrentHashMap<>();

    void put(String row, long fence) {
      rows.put(row, fence);
    }
  }

  @Test
  void theExampleRunsAndStandsWhereItShould() throws Exception {
    var store = new Store();
    String row = "42";
    String brokers = broker.bootstrapServers();
    // begin
    try (var sluice = Sluice.named("orders").over(Kafka.at(brokers)).join()) {
      try (Lease lease = sluice.lock("invoice-42").acquire(Duration.ofSeconds(20))) {
        store.put(row, lease.fence());
      }
    }
    // end
    assertThat(store.rows).containsKey(row);
    String self = Files.readString(Path.of("src/test/java/io/sluice/kafka/KafkaTest.java"));
    String example =
        words(
            self.split("// (begin|end)\n", -1)[1].replace("at(brokers)", "at(\"localhost:9092\")"));
    String comment = Files.readString(Path.of("src/main/java/io/sluice/kafka/package-info.java"));
    assertThat(words(comment.replace("\n * ", "\n"))).contains(example);
    assertThat(words(Files.readString(Path.of("../docs/kafka.md")))).contains(example);
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }

  /** Kafka's own settings reach its clients; the password shows nowhere. */
  @Test
  void securitySettingsArePassedOn() {
    var secured =
        kafka()
            .with(
                Map.of(
                    "security.protocol", "SASL_PLAINTEXT",
                    "sasl.mechanism", "NO-SUCH-MECHANISM",
                    "sasl.jaas.config", "secret"));
    assertThat(secured.toString()).doesNotContain("secret");
    assertThatThrownBy(() -> Sluice.named("x").over(secured).join())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("no broker answers");
  }
}
