package io.sluice.bench.data.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Several hosts on one machine, each a network namespace whose one link to a switch has a limited
 * rate in both directions. Nothing of the system's own network is touched. Needs root and iproute2.
 */
public final class LimitedLinks implements AutoCloseable {

  /** Of a key store that exists as long as the links do. */
  static final String PASSWORD = "of-links";

  private static final String PREFIX = "slbench-";

  private final String hub = PREFIX + ProcessHandle.current().pid();
  private final int hosts;
  private final Path keys;
  private final Thread hook = new Thread(this::remove, "remove the links");

  /**
   * @param megabits a second, of each link and in each direction
   */
  public LimitedLinks(int hosts, int megabits) throws IOException {
    this.hosts = hosts;
    this.keys = Files.createTempDirectory(PREFIX).resolve("keys.p12");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      run("ip", "netns", "add", hub);
      run("ip", "-n", hub, "link", "add", "switch", "type", "bridge");
      run("ip", "-n", hub, "link", "set", "switch", "up");
      for (int host = 0; host < hosts; host++) {
        add(host, megabits);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Why there can be none here, if so. */
  public static Optional<String> obstacle() {
    try (var probe = new LimitedLinks(1, 100)) {
      return probe.hosts == 1 ? Optional.empty() : Optional.of("no host");
    } catch (IOException e) {
      return Optional.of("needs network namespaces (root, iproute2): " + e.getMessage());
    }
  }

  private void add(int host, int megabits) throws IOException {
    var name = namespace(host);
    var port = "port" + host;
    run("ip", "netns", "add", name);
    run("ip", "-n", hub, "link", "add", port, "type", "veth", "peer", "name", "eth0");
    run("ip", "-n", hub, "link", "set", "eth0", "netns", name);
    run("ip", "-n", hub, "link", "set", port, "master", "switch", "up");
    run("ip", "-n", name, "addr", "add", address(host) + "/24", "dev", "eth0");
    run("ip", "-n", name, "link", "set", "eth0", "up");
    run("ip", "-n", name, "link", "set", "lo", "up");
    limit(name, "eth0", megabits);
    limit(hub, port, megabits);
  }

  private static void limit(String namespace, String link, int megabits) throws IOException {
    var rate = megabits + "mbit";
    run(
        List.of(
            "tc", "-n", namespace, "qdisc", "add", "dev", link, "root", "tbf", "rate", rate,
            "burst", "128k", "latency", "20ms"));
  }

  private String namespace(int host) {
    return hub + "-" + host;
  }

  static String address(int host) {
    return "10.78.0." + (host + 1);
  }

  /** A key store for all hosts: beyond loopback nodes speak to each other with keys only. */
  Path keyStore() throws IOException {
    if (!Files.exists(keys)) {
      var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
      run(
          List.of(
              keytool,
              "-genkeypair",
              "-alias",
              "sluice",
              "-keyalg",
              "EC",
              "-groupname",
              "secp256r1",
              "-dname",
              "CN=sluice",
              "-storetype",
              "PKCS12",
              "-storepass",
              PASSWORD,
              "-keystore",
              keys.toString()));
    }
    return keys;
  }

  List<String> addresses() {
    return IntStream.range(0, hosts).mapToObj(LimitedLinks::address).toList();
  }

  /** What begins a command that shall run on that host; it keeps its process number. */
  List<String> on(int host) {
    return List.of("ip", "netns", "exec", namespace(host));
  }

  private static void run(String... command) throws IOException {
    run(List.of(command));
  }

  private static void run(List<String> command) throws IOException {
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
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      return; // The JVM is shutting down and the hook removes them.
    }
    remove();
  }

  private void remove() {
    var all = new ArrayList<String>();
    IntStream.range(0, hosts).mapToObj(this::namespace).forEach(all::add);
    all.add(hub);
    for (var each : all) {
      try {
        run("ip", "netns", "delete", each);
      } catch (IOException neverMade) {
        // The others are removed all the same.
      }
    }
    try {
      Files.deleteIfExists(keys);
      Files.deleteIfExists(keys.resolveSibling(""));
    } catch (IOException left) {
      // It is in the directory for temporary files.
    }
  }
}
