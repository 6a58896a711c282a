package io.sluice.locks;

import static io.sluice.cluster.tcp.KeyStores.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.KeyStores;
import io.sluice.cluster.tcp.Strangers;
import io.sluice.cluster.tcp.Tcp;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jgroups.BytesMessage;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What strangers send is logged, and does not fill the log: in all that a process with a node
 * writes, JGroups' words included, each complaint is one line and comes once, however often they
 * try.
 */
@Timeout(180)
class LoggedOnceTest {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int ATTEMPTS = 100;

  @TempDir private static Path directory;

  private static KeyStores stores;

  @BeforeAll
  static void make() throws Exception {
    stores = KeyStores.rightAndWrong(directory);
  }

  /** A node in a process of its own, and its log. */
  private static final class Witness implements AutoCloseable {
    private final String cluster;
    private final String keys;
    private final Path log;
    private final Process process;

    /**
     * @param keys none if empty
     */
    Witness(String name, String keys) throws IOException {
      this.cluster = ClusterNames.of(LoggedOnceTest.class, name);
      this.keys = keys;
      this.log = Files.createTempFile(directory, name, ".log");
      var command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Contender.class.getName(),
                  cluster,
                  "witness",
                  Contender.Manner.BYSTANDER.name(),
                  Long.toString(LEASE.toMillis())));
      if (!keys.isEmpty()) {
        command.addAll(List.of(place(), stores.file(keys).toString()));
      }
      var builder = new ProcessBuilder(command).redirectError(log.toFile());
      builder.environment().put("SECRET", PASSWORD);
      this.process = builder.start();
      assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("member");
    }

    private String place() {
      var first = Strangers.address(cluster);
      return "%s:%d-%d".formatted(first.getHostString(), first.getPort(), first.getPort() + 3);
    }

    /** An honest node, or one with other keys or of another cluster. */
    Sluice join(String name, String with) {
      var bare = Tcp.at(place());
      var network =
          with.isEmpty() ? bare : bare.security(stores.file(with), PASSWORD.toCharArray());
      return Sluice.named(name).lease(LEASE).over(network).join();
    }

    /** It has logged something, and still does what it is there for. */
    void check() throws Exception {
      await().atMost(SOON).until(() -> Files.size(log) > 0);
      try (var honest = join(cluster, keys)) {
        honest.lock("x").acquire(SOON).close();
        await().atMost(SOON).until(() -> honest.view().members().size() == 2);
      }
      process.getOutputStream().close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(Files.readAllLines(log))
          .hasSizeLessThan(5)
          .extracting(LoggedOnceTest::complaint)
          .doesNotHaveDuplicates();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** Without the thread, numbers and names. */
  private static String complaint(String line) {
    return line.replaceAll(".*(WARN|ERROR) ", "").replaceAll("[0-9]+", "#");
  }

  private static byte[] noise(Random random, int longest) {
    byte[] noise = new byte[random.nextInt(1, longest)];
    random.nextBytes(noise);
    return noise;
  }

  /** Who has got as far as speaking JGroups with us: noise, other versions, and far too much. */
  @ParameterizedTest
  @ValueSource(strings = {"", "right"})
  void framesThatAreNoneOfOurs(String keys) throws Exception {
    try (var witness = new Witness("frames", keys)) {
      var random = new Random(1);
      try (var stranger = Strangers.channel(witness.cluster, stores.keys(keys))) {
        var ports = Strangers.ports(stranger);
        stranger.connect(witness.cluster);
        assertThat(ports.poll(60, TimeUnit.SECONDS)).isNotNull();
        var there =
            stranger.getView().getMembers().stream()
                .filter(each -> !each.equals(stranger.getAddress()))
                .findFirst()
                .map(UUID.class::cast)
                .orElseThrow();
        for (int i = 0; i < ATTEMPTS; i++) {
          byte[] frame = noise(random, 200);
          // The kind of the frame, and the version of its format.
          frame[0] = (byte) (1 + i % 3);
          frame[frame.length > 1 ? 1 : 0] = (byte) (i % 5);
          stranger.send(new BytesMessage(there, frame));
        }
        stranger.send(new BytesMessage(there, new byte[1_500_000]));
      }
      witness.check();
    }
  }

  /** Where frames are taken: noise, lengths beyond measure, other versions, other clusters. */
  @Test
  void connectionsForFrames() throws Exception {
    try (var witness = new Witness("connections", "")) {
      var random = new Random(2);
      try (var stranger = Strangers.channel(witness.cluster, Optional.empty())) {
        var ports = Strangers.ports(stranger);
        stranger.connect(witness.cluster);
        int port = Optional.ofNullable(ports.poll(60, TimeUnit.SECONDS)).orElseThrow();
        var there = new InetSocketAddress(Strangers.address(witness.cluster).getAddress(), port);
        for (int i = 0; i < ATTEMPTS; i++) {
          byte[] hello = Strangers.hello(i % 2 == 0 ? witness.cluster : "another");
          byte[] otherVersion = hello.clone();
          otherVersion[Integer.BYTES] = 99;
          send(there, i % 2 == 0 ? otherVersion : hello);
          send(there, noise(random, 3_000));
          send(there, ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).putInt(i).array());
        }
      }
      witness.check();
    }
  }

  /** At the port of JGroups: noise, also after the right words, and lengths beyond measure. */
  @Test
  void bytesInTheClear() throws Exception {
    try (var witness = new Witness("bytes", "")) {
      var there = Strangers.address(witness.cluster);
      var random = new Random(3);
      for (int i = 0; i < ATTEMPTS; i++) {
        send(there, noise(random, 3_000));
        greetAndSend(there, random.nextInt(), noise(random, 3_000));
        greetAndSend(there, Integer.MAX_VALUE, noise(random, 3_000));
      }
      witness.check();
    }
  }

  private static void send(InetSocketAddress there, byte[] bytes) {
    try (var socket = new Socket(there.getAddress(), there.getPort())) {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // It did not want to hear the end of it.
      assertThat(e.getMessage()).isNotNull();
    }
  }

  private static void greetAndSend(InetSocketAddress there, int length, byte[] bytes) {
    try (var socket = new Socket(there.getAddress(), there.getPort())) {
      var out = new DataOutputStream(socket.getOutputStream());
      Strangers.greet(out, socket.getLocalPort());
      out.writeInt(length);
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotNull();
    }
  }

  /** It tries again and again, and so do those whom it looks for. */
  @ParameterizedTest
  @ValueSource(strings = {"wrong", ""})
  void whoHasNotTheKey(String keys) throws Exception {
    try (var witness = new Witness("keys", "right")) {
      try (var outside = witness.join(witness.cluster, keys)) {
        assertThatThrownBy(() -> outside.lock("x").acquire(LEASE))
            .isInstanceOf(TimeoutException.class);
      }
      witness.check();
    }
  }

  @Test
  void whoNamesAnotherCluster() throws Exception {
    try (var witness = new Witness("name", "")) {
      try (var outside = witness.join("another", "")) {
        assertThatThrownBy(() -> outside.lock("x").acquire(LEASE))
            .isInstanceOf(TimeoutException.class);
      }
      witness.check();
    }
  }
}
