package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.broker.SecureListener;
import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.worker.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broker that workers reach only over TLS, where they log in, and where they may use no more than
 * the documentation says they need. Every client of a worker has to be given the settings then:
 * those of bundles, of reports and statuses, of the upkeep, and of the locks.
 */
@Timeout(180)
class SecuredBrokerTest {

  private static final String KEY_PASSWORD = "key-password";
  private static final String USER = "worker";
  private static final String PASSWORD = "worker-password";

  @TempDir
  @SuppressWarnings("NullAway") // set before all tests
  private static Path folder;

  @SuppressWarnings("NullAway") // set before all tests
  private static SecureListener listener;

  @SuppressWarnings("NullAway") // set before all tests
  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    makeKeys("broker");
    makeKeys("other");
    listener =
        new SecureListener(freePort(), folder.resolve("broker.p12"), KEY_PASSWORD, USER, PASSWORD);
    broker = Broker.start(listener);
    allow(ResourceType.TOPIC, "secured-in", PatternType.LITERAL, AclOperation.READ);
    allow(ResourceType.TOPIC, "secured-out", PatternType.LITERAL, AclOperation.WRITE);
    for (var type : List.of(ResourceType.TOPIC, ResourceType.GROUP)) {
      allow(type, "sluice-streams.secured", PatternType.PREFIXED, AclOperation.ALL);
    }
    allow(
        ResourceType.TRANSACTIONAL_ID,
        "sluice-streams.secured",
        PatternType.PREFIXED,
        AclOperation.ALL);
    broker.topic("secured-in", 2);
    broker.topic("secured-out", 1);
  }

  @AfterAll
  static void end() throws Exception {
    broker.close();
  }

  /** A key store, and a trust store for the certificate in it. */
  private static void makeKeys(String name) throws Exception {
    var store = folder.resolve(name + ".p12");
    var log = folder.resolve(name + ".log");
    int exit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                KEY_PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    assertThat(exit).as(Files.readString(log)).isZero();
    var keys = KeyStore.getInstance(store.toFile(), KEY_PASSWORD.toCharArray());
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("broker", keys.getCertificate("broker"));
    try (var out = Files.newOutputStream(folder.resolve(name + "-trust.p12"))) {
      trusted.store(out, KEY_PASSWORD.toCharArray());
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void allow(
      ResourceType type, String name, PatternType pattern, AclOperation operation)
      throws Exception {
    var resource = new ResourcePattern(type, name, pattern);
    var entry = new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW);
    try (var admin = Admin.create(broker.settings())) {
      admin.createAcls(List.of(new AclBinding(resource, entry))).all().get();
    }
  }

  /** A worker's settings. */
  private static Kafka kafka(String trustStore, String password) {
    return Kafka.at(listener.address())
        .with(
            Map.of(
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.location",
                folder.resolve(trustStore).toString(),
                "ssl.truststore.password",
                KEY_PASSWORD,
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";"
                    .formatted(USER, password)))
        .lease(Duration.ofSeconds(20))
        .bundles(2);
  }

  private static Pipeline pipeline(String name) {
    return Pipeline.named(name)
        .from("in", TopicSource.of("secured-in", Serdes.String()))
        .keyBy(line -> line)
        .aggregate("count", () -> 0, (count, line) -> count + 1)
        .fixed(2)
        .map("text", each -> each.key() + " " + each.value())
        .fixed(1)
        .to("out", TopicSink.of("secured-out", Serdes.String()));
  }

  /** Two workers, so that locks go from one to the other; and what was kept can be removed. */
  @Test
  void workersRunOverTlsWithTheRightsThatAreNamed() throws Exception {
    var expected = new ArrayList<String>();
    for (int round = 1; round <= 2; round++) {
      for (int key = 0; key < 100; key++) {
        expected.add("key-%d %d".formatted(key, round));
      }
    }
    var kafka = kafka("broker-trust.p12", PASSWORD);
    broker.write("secured-in", 0, keys());
    try (var first = (Worker) pipeline("secured").on(kafka).start()) {
      awaitResults(100);
      try (var second = (Worker) pipeline("secured").on(kafka).start()) {
        await().atMost(Duration.ofSeconds(60)).until(() -> second.bundles() == 1);
        broker.write("secured-in", 0, keys());
        awaitResults(200);
        first.stop();
        assertThat(second.bundles()).isEqualTo(2);
      }
    }
    assertThat(broker.values("secured-out")).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(kafka.delete("secured")).isTrue();
  }

  private static List<String> keys() {
    return IntStream.range(0, 100).mapToObj(key -> "key-" + key).toList();
  }

  private static void awaitResults(int number) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> broker.values("secured-out").size() == number);
  }

  @Test
  void aBrokerThatIsNotTrustedIsNamed() {
    assertRefused(
        kafka("other-trust.p12", PASSWORD), "unable to find valid certification path", "SSL");
  }

  @Test
  void aWrongPasswordIsNamed() {
    assertRefused(
        kafka("broker-trust.p12", "guessed"), "Invalid username or password", "SSL and SASL");
  }

  /** Long before any client would give up waiting. */
  private static void assertRefused(Kafka kafka, String... parts) {
    long begin = System.nanoTime();
    assertThatThrownBy(() -> pipeline("secured").on(kafka).start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(listener.address())
        .hasMessageContainingAll(parts);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(25));
  }

  /** Rights that are missing are named, too. */
  @Test
  void aPipelineWithoutRightsIsRefused() {
    assertThatThrownBy(() -> pipeline("forbidden").on(kafka("broker-trust.p12", PASSWORD)).start())
        .hasMessageStartingWith(
            "this worker may not create the topic sluice-streams.forbidden.data: give its user all rights");
  }
}
