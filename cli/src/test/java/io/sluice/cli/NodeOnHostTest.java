package io.sluice.cli;

import static io.sluice.cli.HostProcesses.ended;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cli.environment.Exit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a {@code sluice node} withstands on its host, and what it leaves to the command. */
@Timeout(120)
class NodeOnHostTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** How long a node waits for a stranger's greeting. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final int SECRET = 32;

  /** The type of the first message of a command. */
  private static final byte HELLO = 19;

  /** With a secret that no node has. */
  private static final byte[] GREETING = greeting(new byte[SECRET]);

  @TempDir private Path directory;

  private HostProcesses host;

  @BeforeEach
  void make() {
    host = new HostProcesses(directory, "20s");
  }

  @AfterEach
  void endAll() throws InterruptedException {
    host.endAll();
  }

  private int locked(String name) throws Exception {
    return host.run("lock", name, "--through-node", "--", "sh", "-c", "exit 7").code();
  }

  /** The node gets the lock when the command's time is over; it must not keep it. */
  @Test
  void aFreeLockIsGrantedToACommandThatDoesNotWait() throws Exception {
    host.node();
    host.node();
    for (int i = 0; i < 6; i++) {
      // First uses take longer than a command without --wait may on a busy host.
      assertThat(locked("x" + i)).isEqualTo(7);
      var granted = host.run("lock", "x" + i, "--through-node", "--wait", "0", "--", "true");
      assertThat(granted.code()).as(granted.err()).isZero();
    }
    assertThat(host.run("who", "--through-node").out()).isEqualTo("no lock is held\n");
  }

  /** Words before -- are part of the command when it joins, so the node must not drop them. */
  @Test
  void theCommandIsRunAsItIsWritten() throws Exception {
    host.node();
    var args = List.of("lock", "x", "echo", "one", "--", "echo", "two");
    var through = new ArrayList<>(args);
    through.add(2, "--through-node");
    var refused = host.run(through.toArray(String[]::new));
    assertThat(refused.code()).isEqualTo(Exit.INCOMPLETE);
    assertThat(refused.err()).contains("must be complete after --");
    assertThat(host.run(args.toArray(String[]::new)).out()).isEqualTo("one echo two\n");
  }

  /** Any user of the host can connect. */
  @Test
  void strangersTakeLittleMemoryAndAreDismissed() throws Exception {
    var node = host.node();
    long before = System.nanoTime();
    try (var stranger = connected(host.port(0))) {
      var out = stranger.getOutputStream();
      out.write(ByteBuffer.allocate(5).putInt(1 << 26).put(HELLO).array());
      out.write(new byte[4 << 20]);
      assertThat(isHungUpOn(stranger)).isTrue();
    } catch (SocketException e) {
      // It hung up before all was sent.
    }
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .as("it does not wait for the rest until its patience ends")
        .isLessThan(PATIENCE);
    try (var silent = connected(host.port(0));
        var slow = connected(host.port(0))) {
      assertThat(writtenSlowly(slow))
          .as("bytes of %d that it hears until its patience ends".formatted(GREETING.length))
          .isLessThan(GREETING.length);
      assertThat(isHungUpOn(silent)).isTrue();
    }
    assertThat(node.isAlive()).isTrue();
    assertThat(locked("x")).isEqualTo(7);
  }

  /** Waits for that, or for what the node has to say. */
  private static boolean isHungUpOn(Socket stranger) throws IOException {
    try {
      return stranger.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  /** How much of a greeting it gets to send, a byte every 100 ms, until it is dismissed. */
  private static int writtenSlowly(Socket slow) throws IOException {
    slow.setSoTimeout(100);
    for (int i = 0; i < GREETING.length; i++) {
      try {
        slow.getOutputStream().write(GREETING[i]);
        if (isHungUpOn(slow)) {
          return i;
        }
      } catch (SocketTimeoutException e) {
        // Not yet.
      } catch (SocketException e) {
        return i;
      }
    }
    return GREETING.length;
  }

  /** Neither their number nor a lack of files ends the service. */
  @Test
  void commandsAreDoneAfterFilesHaveRunOut() throws Exception {
    var command = new ArrayList<>(List.of("sh", "-c", "ulimit -n 250; exec \"$@\"", "limited"));
    var node = host.command("node");
    command.addAll(node.command());
    var limited = host.awaited(host.started(node.command(command).redirectErrorStream(true)));
    // A class that cannot be read from its file for lack of files is missing for good.
    assertThat(locked("x")).isEqualTo(7);
    var strangers = new ArrayList<Socket>();
    for (int i = 0; i < 300; i++) {
      strangers.add(connected(host.port(0)));
    }
    var lines = limited.inputReader(StandardCharsets.UTF_8);
    await().atMost(LONG).until(() -> lines.readLine().contains("cannot accept commands"));
    for (Socket stranger : strangers) {
      stranger.close();
    }
    await().atMost(LONG).until(() -> locked("x") == 7);
  }

  /** Its file is still there, and its port may be another program's. */
  @Test
  void aNodeThatWasKilledIsPassedOver() throws Exception {
    var first = host.node();
    host.node();
    host.node();
    int port = host.port(0);
    SluiceProcess.signal("KILL", first);
    first.waitFor();
    try (var other = new ServerSocket()) {
      other.setReuseAddress(true);
      other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      assertThat(locked("x")).isEqualTo(7);
      var release = host.run("release", "x", "--force", "--through-node", "--wait", "30s");
      assertThat(release.err()).isEqualTo("sluice release: lock 'x' is not held\n");
      assertThat(release.code()).isEqualTo(Exit.VIOLATION);
    }
  }

  /** A command that waits longer than it would for a silent node. */
  @Test
  @Tag("long")
  void aNodeThatAsksForLongIsNotTakenForSilent() throws Exception {
    host.node();
    host.node();
    var stopped = host.node();
    assertThat(locked("x")).isEqualTo(7);
    SluiceProcess.signal("STOP", stopped);
    var who = host.run("who", "--through-node", "--wait", "13s");
    assertThat(who.err()).contains("has not answered");
    assertThat(who.out()).as("the silent member may hold some").isEmpty();
    assertThat(who.code()).isEqualTo(Exit.INCOMPLETE);
    SluiceProcess.signal("CONT", stopped);
  }

  /** As they are when it joins. */
  @Test
  void filesAreThoseOfTheFolderOfTheCommand() throws Exception {
    host.node();
    Files.writeString(directory.resolve("clients.properties"), "client.id=a\n");
    var command =
        host.command(
            "lock",
            "x",
            "--through-node",
            "--kafka",
            "localhost:1",
            "--kafka-config",
            "clients.properties",
            "--",
            "true");
    var refused = ended(host.started(command.directory(directory.toFile())));
    assertThat(refused.err()).contains("it runs with another --kafka");
  }

  private static Socket connected(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) LONG.toMillis());
    return socket;
  }

  /** As where too few of the expected members run: what it knew of locks is out of date. */
  @Test
  void aNodeThatIsNoLongerAMemberSaysSo() throws Exception {
    host = new HostProcesses(directory, "1s");
    String[] words = {"node", "--discover", "localhost", "--expect", "2"};
    var node = host.start(words);
    var other = host.start(words);
    try (var said = node.inputReader(StandardCharsets.UTF_8)) {
      await().atMost(LONG).until(() -> said.readLine().matches(".*, view [0-9]+: \\S+ \\S+"));
      SluiceProcess.signal("KILL", other);
      await().atMost(LONG).until(() -> said.readLine().contains("no longer a member"));
      for (String command : List.of("members", "who", "release x --force")) {
        var asking = new ArrayList<>(List.of(command.split(" ", -1)));
        asking.addAll(List.of("--through-node", "--wait", "500ms"));
        var ended = host.run(asking.toArray(String[]::new));
        assertThat(ended.code()).as(command + ": " + ended.err()).isEqualTo(Exit.NOT_IN_TIME);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("is not a member of cluster");
      }
    }
  }

  private static byte[] greeting(byte[] secret) {
    return ByteBuffer.allocate(5 + SECRET).putInt(SECRET).put(HELLO).put(secret).array();
  }

  /**
   * However long its commands take to end: the others need its vote for a view without it. Until
   * then it serves no further command.
   */
  @Test
  void aNodeThatIsAskedToEndDeparts() throws Exception {
    host = new HostProcesses(directory, "4s");
    var node = host.node();
    var stays = host.node();
    var file = host.file(0);
    byte[] known = greeting(Arrays.copyOfRange(Files.readAllBytes(file), 4, 4 + SECRET));
    Path log = directory.resolve("log");
    Path held = directory.resolve("held");
    // Ended by SIGKILL only, half a lease after its time is over at most.
    var holder =
        host.lock(
            "trap '' TERM; echo $$ >%s; while true; do echo one >>%s; sleep 0.02; done"
                .formatted(held, log));
    var child = SluiceProcess.awaitPid(held);
    try (var late = connected(host.port(0))) {
      SluiceProcess.signal("STOP", holder);
      SluiceProcess.signal("TERM", node);
      await().atMost(LONG).until(() -> !Files.exists(file));
      late.getOutputStream().write(known);
      assertThat(isHungUpOn(late)).as("no welcome").isTrue();
    }
    var next = ended(host.lock("echo two >>" + log, "--wait", "50s"));
    assertThat(next.code()).as(next.err()).isZero();
    assertThat(SluiceProcess.isAlive(child)).isFalse();
    assertThat(Files.readAllLines(log)).endsWith("two");
    assertThat(ended(node).code()).isEqualTo(Exit.INTERRUPTED);
    try (var views = stays.inputReader(StandardCharsets.UTF_8)) {
      assertThat(views.readLine()).contains(", view ");
    }
  }
}
