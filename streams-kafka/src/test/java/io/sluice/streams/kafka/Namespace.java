package io.sluice.streams.kafka;

import java.io.IOException;
import java.net.InetAddress;
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
 * brokers through two {@link Relay}s each; while the interface is down, it reaches nothing. Nothing
 * of the system's own network is touched.
 */
final class Namespace implements AutoCloseable {

  private static int made;

  private final String name = "sluice-%d-w%d".formatted(ProcessHandle.current().pid(), ++made);
  private final Path sockets;
  private final List<Relay> outside = new ArrayList<>();

  private Namespace(Path folder, List<Integer> brokers) throws IOException {
    this.sockets = Files.createDirectory(folder.resolve(name));
    ip("netns", "add", name);
    ip("-n", name, "link", "set", "lo", "up");
    for (int port : brokers) {
      outside.add(
          new Relay(
              socket(sockets, port),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    }
  }

  /** Where the relay for a broker's port leads out. */
  private static UnixDomainSocketAddress socket(Path sockets, int port) {
    return UnixDomainSocketAddress.of(sockets.resolve(Integer.toString(port)));
  }

  /** To be called inside: lets each broker be reached at its own address. */
  static void open(Path sockets, List<Integer> brokers) throws IOException {
    for (int port : brokers) {
      var _ =
          new Relay(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), port), socket(sockets, port));
    }
  }

  /** A new one, unless this user may not make any. */
  static Optional<Namespace> create(Path folder, List<Integer> brokers) {
    try {
      return Optional.of(new Namespace(folder, brokers));
    } catch (IOException e) {
      System.out.println("no network namespaces here (root and iproute2 are needed): " + e);
      return Optional.empty();
    }
  }

  /** What begins a command that shall run in it; it keeps its process number. */
  List<String> prefix() {
    return List.of("ip", "netns", "exec", name);
  }

  /** The folder through which a worker inside leads its connections out. */
  Path sockets() {
    return sockets;
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
    for (var relay : outside) {
      relay.close();
    }
    ip("netns", "delete", name);
  }
}
