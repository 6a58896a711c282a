package io.sluice.locks;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A name server, dnsmasq, on one of the hosts of a test network; all others ask it, or its host
 * alone. What a name resolves to can be changed.
 */
final class NameServer implements AutoCloseable {

  private static final Path SETTINGS = Path.of("/etc/netns");
  private static final String READY = "ready.test";

  private final TestNetwork network;
  private final int host;
  private final Path names;
  private final Path questions;
  private final Process server;
  private final List<Path> made = new ArrayList<>();

  /** All hosts ask it. */
  NameServer(TestNetwork network, int host, Path directory) throws IOException {
    this(network, host, directory, IntStream.range(0, network.size()));
  }

  /** Only its own host asks it. */
  static NameServer ofItself(TestNetwork network, int host, Path directory) throws IOException {
    return new NameServer(network, host, directory, IntStream.of(host));
  }

  private NameServer(TestNetwork network, int host, Path directory, IntStream asking)
      throws IOException {
    this.network = network;
    this.host = host;
    this.names = Files.createTempFile(directory, "names", "");
    this.questions = Files.createTempFile(directory, "questions", "");
    // The namespaces' own file stands in for resolv.conf in what is started there.
    for (int each : asking.toArray()) {
      var settings = Files.createDirectories(SETTINGS.resolve(network.namespace(each)));
      made.add(settings);
      Files.writeString(
          settings.resolve("resolv.conf"),
          "nameserver %s\noptions timeout:1 attempts:2\n".formatted(network.address(host)));
    }
    var command = new ArrayList<>(network.on(host));
    command.addAll(
        List.of(
            "dnsmasq",
            "--keep-in-foreground",
            "--no-resolv",
            "--no-hosts",
            "--user=root",
            "--pid-file=",
            // It alone knows these names; otherwise it refuses to say that they have no IPv6.
            "--local=/test/",
            "--conf-file=/dev/null",
            "--listen-address=" + network.address(host),
            "--bind-interfaces",
            "--log-queries",
            "--log-facility=-",
            "--addn-hosts=" + names));
    Files.writeString(names, network.address(host) + " " + READY + "\n");
    server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(questions.toFile()))
            .start();
    // Before it answers, the signal to read its names again would end it.
    await().atMost(Duration.ofSeconds(30)).until(() -> !answer(READY).isEmpty());
  }

  /** Why there can be none here, if so. */
  static Optional<String> obstacle() {
    try {
      var probe = new ProcessBuilder("dnsmasq", "--version").redirectErrorStream(true).start();
      probe.getInputStream().readAllBytes();
      return probe.waitFor() == 0 ? Optional.empty() : Optional.of("dnsmasq does not run here");
    } catch (IOException e) {
      return Optional.of("no dnsmasq here (package dnsmasq-base): " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  /** From now on the name stands for these hosts. */
  void resolve(String name, int... hosts) throws IOException, InterruptedException {
    Files.writeString(
        names,
        IntStream.of(hosts)
            .mapToObj(each -> network.address(each) + " " + name + "\n")
            .collect(Collectors.joining()));
    new ProcessBuilder("kill", "-HUP", Long.toString(server.pid())).start().waitFor();
    var expected = IntStream.of(hosts).mapToObj(network::address).sorted().toList();
    await().atMost(Duration.ofSeconds(30)).until(() -> answer(name).equals(expected));
    Files.writeString(questions, "");
  }

  /** Waits until that host has asked for the name since it was last changed. */
  void awaitQuestion(String name, int asking) {
    String question = "query[A] %s from %s".formatted(name, network.address(asking));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> Files.readAllLines(questions).stream().anyMatch(each -> each.contains(question)));
  }

  private List<String> answer(String name) throws IOException {
    var command = new ArrayList<>(network.on(host));
    command.addAll(List.of("getent", "ahostsv4", name));
    var lookup = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var lines = lookup.inputReader()) {
      return lines.lines().map(line -> line.split(" ", 2)[0]).distinct().sorted().toList();
    }
  }

  @Override
  public void close() throws IOException {
    server.destroy();
    try {
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Path each : made) {
      Files.deleteIfExists(each.resolve("resolv.conf"));
      Files.deleteIfExists(each);
    }
  }
}
