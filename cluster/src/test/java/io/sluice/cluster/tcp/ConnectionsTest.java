package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.Codec;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections for frames, between two members in one JVM and with strangers. */
@Timeout(60)
class ConnectionsTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ConnectionFactory BARE = new ConnectionFactory(Optional.empty());

  @TempDir private Path folder;

  /** One end: what it has heard. */
  private static final class End implements FrameReceiver, AutoCloseable {
    private final Member self;
    private final SharedSelector selector = new SharedSelector();
    private final Connections connections;
    private final Queue<ByteBuffer> heard = new ConcurrentLinkedQueue<>();
    private final List<Member> ended = new CopyOnWriteArrayList<>();

    End(int number, ConnectionFactory factory) throws IOException {
      self = new Member(7, number, "m" + number);
      connections = new Connections("test", self, HERE, factory, selector, this);
    }

    @Override
    public void received(Member from, ByteBuffer bytes) {
      heard.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
    }

    @Override
    public void ended(Member peer) {
      ended.add(peer);
    }

    void meet(End other) {
      connections.heard(other.self, _ -> HERE, other.connections.port());
    }

    @Override
    public void close() {
      connections.close();
      selector.close();
    }
  }

  private static byte[] numbers(int... numbers) {
    var bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  /** Frames of a sender stay in order, also those sent before the connection was made. */
  private static void checkOrder(ConnectionFactory factory) throws Exception {
    int senders = 4;
    int each = 2_000;
    try (var one = new End(1, factory);
        var two = new End(2, factory)) {
      var threads = new ArrayList<Thread>();
      for (int sender = 0; sender < senders; sender++) {
        int number = sender;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < each; i++) {
                        one.connections.send(two.self, numbers(number, i), false);
                      }
                    }));
      }
      one.meet(two);
      for (var thread : threads) {
        thread.join();
      }
      await().atMost(PATIENCE).until(() -> two.heard.size() == senders * each);
      int[] next = new int[senders];
      for (var frame : two.heard) {
        assertThat(frame.getInt(Integer.BYTES)).isEqualTo(next[frame.getInt(0)]++);
      }
      assertThat(one.ended).isEmpty();
      assertThat(two.ended).isEmpty();
    }
  }

  @Test
  void framesOfASenderArriveInOrder() throws Exception {
    checkOrder(BARE);
  }

  @Test
  void framesArriveInOrderWhenEncrypted() throws Exception {
    checkOrder(new ConnectionFactory(keys("ours")));
  }

  /** A peer without a trusted key can neither send frames nor receive them. */
  @Test
  void aStrangersKeyIsNotTaken() throws Exception {
    try (var ours = new End(1, new ConnectionFactory(keys("ours")));
        var theirs = new End(2, new ConnectionFactory(keys("theirs")));
        var bare = new End(3, BARE)) {
      for (var stranger : List.of(theirs, bare)) {
        stranger.meet(ours);
        stranger.connections.send(ours.self, numbers(1), false);
        ours.meet(stranger);
        ours.connections.send(stranger.self, numbers(2), false);
        await().atMost(PATIENCE).until(() -> ours.ended.contains(stranger.self));
        assertThat(stranger.heard).isEmpty();
      }
      assertThat(ours.heard).isEmpty();
    }
  }

  /** A sender does not wait for it; when too much has piled up, the peer is given up. */
  @Test
  void aPeerThatDoesNotReadIsGivenUp() throws Exception {
    try (var one = new End(1, BARE);
        var deaf = new ServerSocket(0, 1, HERE)) {
      var peer = new Member(7, 9, "deaf");
      one.connections.heard(peer, _ -> HERE, deaf.getLocalPort());
      byte[] much = new byte[1 << 16];
      long sent = 0;
      // More than all buffers of the system: a send that waits would never return.
      while (one.ended.isEmpty()) {
        one.connections.send(peer, much, false);
        sent += much.length;
        assertThat(sent).isLessThan(1 << 30);
      }
      assertThat(sent).isGreaterThan(OutgoingConnection.MOST_QUEUED / 2);
      assertThat(one.ended).containsExactly(peer);
    }
  }

  /** It may answer pings all the same, which go another way. */
  @Test
  void aPeerThatNoFrameGetsToIsGivenUp() throws Exception {
    try (var one = new End(1, BARE);
        var two = new End(2, BARE)) {
      long begin = System.nanoTime();
      one.connections.send(two.self, numbers(1), false);
      one.connections.giveUpStalled(begin);
      assertThat(one.ended).isEmpty();
      one.connections.giveUpStalled(System.nanoTime());
      assertThat(one.ended).containsExactly(two.self);
    }
  }

  /** The length of a census is not bounded, so it must not count as what a peer leaves unread. */
  @Test
  void aCensusOfAnyLengthReachesAPeerThatReads() throws Exception {
    try (var one = new End(1, BARE);
        var two = new End(2, BARE)) {
      byte[] much = new byte[1 << 16];
      int frames = 10 * OutgoingConnection.MOST_QUEUED / much.length;
      for (int i = 0; i < frames; i++) {
        one.connections.send(two.self, much, true);
      }
      one.connections.send(two.self, numbers(1), false);
      assertThat(one.ended).isEmpty();
      one.meet(two);
      await().atMost(PATIENCE).until(() -> two.heard.size() == frames + 1);
      assertThat(one.ended).isEmpty();
    }
  }

  /** A thread that is interrupted must not take the connection with it. */
  @Test
  void anInterruptedThreadSendsLikeAnyOther() throws Exception {
    try (var one = new End(1, BARE);
        var two = new End(2, BARE)) {
      one.meet(two);
      one.connections.send(two.self, numbers(0), false);
      await().atMost(PATIENCE).until(() -> two.heard.size() == 1);
      Thread.currentThread().interrupt();
      one.connections.send(two.self, numbers(1), false);
      assertThat(Thread.interrupted()).isTrue();
      one.connections.send(two.self, numbers(2), false);
      await().atMost(PATIENCE).until(() -> two.heard.size() == 3);
      assertThat(one.ended).isEmpty();
    }
  }

  @Test
  void bothSidesHearOfAnEnd() throws Exception {
    try (var one = new End(1, BARE);
        var two = new End(2, BARE)) {
      one.meet(two);
      one.connections.send(two.self, numbers(0), false);
      await().atMost(PATIENCE).until(() -> two.heard.size() == 1);
      two.connections.retain(Set.of());
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                one.connections.send(two.self, numbers(1), false);
                return one.ended.contains(two.self);
              });
      assertThat(two.ended).contains(one.self);
    }
  }

  /** Noise, oversized frames, other clusters, other addressees, and those who say nothing. */
  @Test
  void strangersAreHungUpOn() throws Exception {
    try (var one = new End(1, BARE);
        var two = new End(2, BARE)) {
      var stranger = new Member(7, 8, "stranger");
      var codec = Codec.of(Hello.class);
      var first =
          List.of(
              new byte[] {1, 2, 3, 4, 5, 6, 7, 8},
              numbers(Integer.MAX_VALUE, 1),
              numbers(-1),
              numbers(8, 1, 2),
              framed(codec.encode(new Hello("another", stranger, one.self, Optional.empty()))),
              framed(codec.encode(new Hello("test", stranger, two.self, Optional.empty()))));
      for (byte[] bytes : first) {
        assertThat(answerTo(one, bytes)).as("it hangs up").isEqualTo(-1);
      }
      try (var silent = new Socket(HERE, one.connections.port())) {
        var in = silent.getInputStream();
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  one.connections.dismissStrangers(System.nanoTime());
                  return in.available() == 0 && hasEnded(silent, in);
                });
      }
      assertThat(one.heard).isEmpty();
      two.meet(one);
      two.connections.send(one.self, numbers(5), false);
      await().atMost(PATIENCE).until(() -> one.heard.size() == 1);
    }
  }

  private static byte[] framed(byte[] bytes) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static int answerTo(End end, byte[] bytes) throws IOException {
    try (var socket = new Socket(HERE, end.connections.port())) {
      var out = new DataOutputStream(socket.getOutputStream());
      out.write(bytes);
      out.flush();
      return read(socket.getInputStream());
    }
  }

  private static boolean hasEnded(Socket socket, InputStream in) throws IOException {
    socket.setSoTimeout(100);
    try {
      return read(in) == -1;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    }
  }

  /** A connection may end with a reset, too. */
  private static int read(InputStream in) throws IOException {
    try {
      return in.read();
    } catch (java.net.SocketException reset) {
      return -1;
    }
  }

  /** A key of its own, and no other trusted. */
  private Optional<Keys> keys(String name) throws Exception {
    var stores = new KeyStores(folder);
    stores.selfSigned(name);
    return stores.keys(name);
  }
}
