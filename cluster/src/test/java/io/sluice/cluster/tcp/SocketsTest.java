package io.sluice.cluster.tcp;

import static io.sluice.cluster.tcp.KeyStores.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has not the right key gets nowhere, and learns nothing. */
@Timeout(60)
class SocketsTest {

  private static final byte[] SECRET = "invoice-42".getBytes(StandardCharsets.UTF_8);

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @TempDir private static Path directory;

  private static KeyStores stores;

  @BeforeAll
  static void make() throws Exception {
    stores = KeyStores.rightAndWrong(directory);
    stores.selfSigned("expired", -10, 5);
    stores.authority("authority");
    stores.authority("another");
    stores.keyless("keyless", "right");
    stores.signedBy("authority", "one", -1, 100);
    stores.signedBy("authority", "two", -1, 100);
    stores.signedBy("authority", "stale", -10, 5);
    stores.signedBy("another", "foreign", -1, 100);
  }

  private static Sockets with(String name) {
    return new Sockets(stores.keys(name));
  }

  private static ServerSocket listening(Sockets sockets) throws IOException {
    var server = sockets.serverSocket();
    server.bind(new InetSocketAddress(HERE, 0));
    return server;
  }

  /** The first peer that is admitted; a later one has the right key, so there is one. */
  private static CompletableFuture<String> firstWord(ServerSocket server) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (var socket = server.accept()) {
            return new String(
                socket.getInputStream().readNBytes(SECRET.length), StandardCharsets.UTF_8);
          } catch (IOException e) {
            return e.toString();
          }
        });
  }

  private static void speak(Sockets sockets, int port) throws IOException {
    try (var socket = sockets.socket()) {
      socket.connect(new InetSocketAddress(HERE, port), 2_000);
      socket.getOutputStream().write(SECRET);
      socket.getOutputStream().flush();
    }
  }

  private static void admits(String server, String client) throws Exception {
    try (var listening = listening(with(server))) {
      var word = firstWord(listening);
      speak(with(client), listening.getLocalPort());
      assertThat(word.get(20, TimeUnit.SECONDS)).isEqualTo("invoice-42");
    }
  }

  /** A way to get in. */
  private interface Attempt {
    void at(int port) throws Exception;
  }

  private static Attempt speaking(Sockets sockets) {
    return port -> speak(sockets, port);
  }

  /** It is refused; a peer with the right key that connects afterwards shows it did no harm. */
  private static void refuses(String server, Attempt attempt) throws Exception {
    try (var listening = listening(with(server))) {
      var word = firstWord(listening);
      assertThatThrownBy(() -> attempt.at(listening.getLocalPort()))
          .isInstanceOf(IOException.class);
      assertThat(word).isNotDone();
      speak(with(server), listening.getLocalPort());
      assertThat(word.get(20, TimeUnit.SECONDS)).isEqualTo("invoice-42");
    }
  }

  @Test
  void theSameKeyOrTheSameAuthority() throws Exception {
    admits("right", "right");
    admits("one", "two");
    admits("two", "one");
  }

  @Test
  void anotherKeyOrAnotherAuthority() throws Exception {
    refuses("right", speaking(with("wrong")));
    refuses("one", speaking(with("foreign")));
    refuses("one", speaking(with("right")));
  }

  /** Our own side refuses to begin with such a key; another implementation would not. */
  @Test
  void aKeyThatHasExpired() throws Exception {
    assertThatThrownBy(() -> with("expired"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("valid from");
    for (String name : new String[] {"expired", "stale"}) {
      // The listening side even has the certificate among those that it trusts.
      stores.trusting("trusts-" + name, "right", name);
      refuses("trusts-" + name, careless(Optional.of(name)));
    }
  }

  /** Who can check the other's certificate, but has none of its own. */
  @Test
  void noKeyAtAll() throws Exception {
    refuses("right", careless(Optional.empty()));
  }

  /** As another program would do it: it looks at no dates, and trusts who has the right key. */
  private static void careless(Optional<String> key, int port) throws Exception {
    var keys = KeyManagerFactory.getInstance("PKIX");
    if (key.isPresent()) {
      keys.init(
          KeyStore.getInstance(stores.file(key.get()).toFile(), PASSWORD.toCharArray()),
          PASSWORD.toCharArray());
    } else {
      keys.init(null, null);
    }
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(stores.file("keyless").toFile(), PASSWORD.toCharArray()));
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    try (var socket = (SSLSocket) context.getSocketFactory().createSocket()) {
      socket.connect(new InetSocketAddress(HERE, port));
      socket.startHandshake();
      // On this side all seems well, until one listens.
      if (socket.getInputStream().read() < 0) {
        throw new EOFException();
      }
    }
  }

  private static Attempt careless(Optional<String> key) {
    return port -> careless(key, port);
  }

  /** Plain bytes, silence, and a great many strangers at the same time do not keep a peer out. */
  @Test
  void bytesInTheClear() throws Exception {
    try (var listening = listening(with("right"))) {
      var word = firstWord(listening);
      var random = new Random(1);
      var silent = new Socket[20];
      for (int i = 0; i < silent.length; i++) {
        silent[i] = new Socket(HERE, listening.getLocalPort());
      }
      for (int i = 0; i < 50; i++) {
        try (var stranger = new Socket(HERE, listening.getLocalPort())) {
          byte[] noise = new byte[random.nextInt(2_000)];
          random.nextBytes(noise);
          stranger.getOutputStream().write(i == 0 ? SECRET : noise);
        }
      }
      speak(with("right"), listening.getLocalPort());
      assertThat(word.get(20, TimeUnit.SECONDS)).isEqualTo("invoice-42");
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  /** A peer that accepts and says nothing, as a stopped one, holds no thread up for long. */
  @Test
  void whoDoesNotAnswerIsNotWaitedFor() throws Exception {
    try (var stopped = new ServerSocket(0, 50, HERE)) {
      assertThatThrownBy(() -> speak(with("right"), stopped.getLocalPort()))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void whatIsSaidCannotBeRead() throws Exception {
    assertThat(overheard(with("right"))).doesNotContain("invoice-42").hasSizeGreaterThan(500);
    assertThat(overheard(new Sockets(Optional.empty()))).contains("invoice-42");
  }

  /** What an observer between the two sees. */
  private static String overheard(Sockets sockets) throws Exception {
    var heard = new ByteArrayOutputStream();
    try (var listening = listening(sockets);
        var tap = new ServerSocket(0, 50, HERE)) {
      var word = firstWord(listening);
      Thread.startVirtualThread(() -> pass(tap, listening.getLocalPort(), heard));
      speak(sockets, tap.getLocalPort());
      assertThat(word.get(20, TimeUnit.SECONDS)).isEqualTo("invoice-42");
    }
    synchronized (heard) {
      return heard.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private static void pass(ServerSocket tap, int port, ByteArrayOutputStream heard) {
    try (var one = tap.accept();
        var other = new Socket(HERE, port)) {
      var back = Thread.startVirtualThread(() -> copy(other, one, heard));
      copy(one, other, heard);
      back.join();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void copy(Socket from, Socket to, ByteArrayOutputStream heard) {
    var buffer = new byte[4096];
    try {
      for (int n = from.getInputStream().read(buffer);
          n >= 0;
          n = from.getInputStream().read(buffer)) {
        synchronized (heard) {
          heard.write(buffer, 0, n);
        }
        to.getOutputStream().write(buffer, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them has gone.
      assertThat(e).isNotNull();
    }
  }

  @Test
  void unusableKeyStoresAreRefusedWithTheReason() throws Exception {
    assertThatThrownBy(() -> with("missing")).hasMessageContaining("sluice keys");
    assertThatThrownBy(() -> Keys.of(stores.file("right"), "guess".toCharArray()))
        .hasMessageContaining("password");
    Path text = Files.writeString(directory.resolve("text.p12"), "no key store");
    assertThatThrownBy(() -> Keys.of(text, PASSWORD.toCharArray()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.p12");
    assertThatThrownBy(() -> with("keyless")).hasMessageContaining("no private key");
  }
}
