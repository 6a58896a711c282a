package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JGroups has accepted while its channel was closed must not stay open. */
@Timeout(60)
class ChannelSocketsTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @TempDir private Path directory;

  private KeyStores stores;

  @BeforeEach
  void make() throws Exception {
    stores = new KeyStores(directory);
    stores.selfSigned("ours");
  }

  private Optional<Keys> keys(boolean secured) {
    return secured ? stores.keys("ours") : Optional.empty();
  }

  private static ServerSocket listening(ChannelSockets sockets) throws IOException {
    var server = sockets.createServerSocket("test");
    server.bind(new InetSocketAddress(HERE, 0));
    return server;
  }

  private static CompletableFuture<Socket> accepted(ServerSocket server) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return server.accept();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static Socket connected(ChannelSockets sockets, ServerSocket to) throws IOException {
    var socket = sockets.createSocket("test");
    socket.connect(to.getLocalSocketAddress(), 2_000);
    return socket;
  }

  private static boolean isOver(Socket socket) {
    try {
      return socket.getInputStream().read() == -1;
    } catch (IOException reset) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasAcceptedAndConnectedEndsWithTheChannel(boolean secured) throws Exception {
    var ours = new ChannelSockets(keys(secured));
    try (var theirs = new ChannelSockets(keys(secured));
        var server = listening(ours);
        var theirServer = listening(theirs)) {
      var accepting = accepted(server);
      var theirAccepting = accepted(theirServer);
      var peer = connected(theirs, server);
      var out = connected(ours, theirServer);
      var in = accepting.get(20, TimeUnit.SECONDS);
      ours.close();
      assertThat(in.isClosed()).isTrue();
      assertThat(out.isClosed()).isTrue();
      assertThat(isOver(peer)).isTrue();
      assertThat(isOver(theirAccepting.get(20, TimeUnit.SECONDS))).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsAcceptedLaterIsClosedAtOnce(boolean secured) throws Exception {
    var ours = new ChannelSockets(keys(secured));
    try (var theirs = new ChannelSockets(keys(secured));
        var server = listening(ours)) {
      ours.close();
      var accepting = accepted(server);
      var peer = connected(theirs, server);
      assertThat(accepting.get(20, TimeUnit.SECONDS).isClosed()).isTrue();
      assertThat(isOver(peer)).isTrue();
      assertThatThrownBy(() -> connected(ours, server)).isInstanceOf(IOException.class);
    }
  }
}
