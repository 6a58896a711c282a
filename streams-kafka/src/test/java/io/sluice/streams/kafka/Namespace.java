package io.sluice.streams.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A network namespace that has nothing but its loopback interface. A worker in it reaches the
 * broker through two {@link Relay}s; while the interface is down, it reaches nothing. Nothing of
 * the system's own network is touched.
 */
final class Namespace implements AutoCloseable {

  private static int made;

  private final String name = "sluice-%d-w%d".formatted(ProcessHandle.current().pid(), ++made);
  private final Path socket;
  private final Relay outside;

  private Namespace(Path folder, int brokerPort) throws IOException {
    this.socket = folder.resolve(name);
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
    this.outside =
        new Relay(
            UnixDomainSocketAddress.of(socket), new InetSocketAddress("127.0.0.1", brokerPort));
  }

  /** A new one, unless this user may not make any. */
  static Optional<Namespace> create(Path folder, int brokerPort) {
    try {
      return Optional.of(new Namespace(folder, brokerPort));
    } catch (IOException e) {
      System.out.println("no network namespaces here (root and iproute2 are needed): " + e);
      return Optional.empty();
    }
  }

  /** What begins a command that shall run in it; it keeps its process number. */
  List<String> prefix() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Where a relay inside leads out. */
  Path socket() {
    return socket;
  }

  void cut() throws IOException {
    ip("-n", name, "link", "set", "lo", "down");
  }

  void heal() throws IOException {
    ip("-n", name, "link", "set", "lo", "up");
  }

  private static void ip(String... args) throws IOException {
    var command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(args));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() throws IOException {
    outside.close();
    Files.deleteIfExists(socket);
    ip("netns", "delete", name);
  }
}
