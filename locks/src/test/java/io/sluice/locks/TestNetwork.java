package io.sluice.locks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Several hosts on one machine, each a network namespace with one interface, and between them a
 * switch, which is this process: it loses, repeats, delays and reorders packets, and cuts the hosts
 * off from each other, also in one direction only. Nothing of the system's own network is touched.
 *
 * <p>Needs root, iproute2 and /dev/net/tun; no firewall and no traffic control of the kernel.
 */
final class TestNetwork implements AutoCloseable {

  private static final String PREFIX = "sluice-";
  private static final int LOOK_MILLIS = 100;

  /** What becomes of packets: shares from 0 to 1, and how late they come. */
  record PacketFaults(double losses, double repeats, int latestMillis) {
    static final PacketFaults NONE = new PacketFaults(0, 0, 0);
  }

  /** A way from one host to another. */
  private record Way(int from, int to) {}

  private final List<String> namespaces = new ArrayList<>();
  private final List<TunInterface> interfaces = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();
  private final Set<Way> cuts = ConcurrentHashMap.newKeySet();
  private final Random random = new Random(5);
  private final ScheduledExecutorService later =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("test-network").factory());
  private volatile PacketFaults packetFaults = PacketFaults.NONE;
  private volatile boolean closed;

  TestNetwork(int hosts) throws IOException {
    removeRemains();
    try {
      for (int i = 0; i < hosts; i++) {
        add(i);
      }
    } catch (IOException e) {
      close();
      throw e;
    }
    for (int i = 0; i < hosts; i++) {
      int host = i;
      readers.add(Thread.ofPlatform().daemon().name("cable-" + i).start(() -> listen(host)));
    }
  }

  /** Why there can be none here, if so. */
  static Optional<String> obstacle() {
    try (var probe = new TestNetwork(1)) {
      return probe.namespaces.isEmpty() ? Optional.of("no namespace") : Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          "no network namespaces here (root, iproute2 and /dev/net/tun are needed): "
              + e.getMessage());
    }
  }

  private void add(int host) throws IOException {
    long pid = ProcessHandle.current().pid();
    String interfaceName = "slu%d.%d".formatted(pid, host);
    String namespace = PREFIX + pid + "-" + host;
    ip("netns", "add", namespace);
    namespaces.add(namespace);
    interfaces.add(new TunInterface(interfaceName));
    ip("link", "set", interfaceName, "netns", namespace);
    ip("-n", namespace, "addr", "add", address(host) + "/24", "dev", interfaceName);
    ip("-n", namespace, "link", "set", interfaceName, "up");
    ip("-n", namespace, "link", "set", "lo", "up");
  }

  /** Namespaces of test runs that were killed. */
  private static void removeRemains() throws IOException {
    for (String line : ip("netns", "list").lines().toList()) {
      String name = line.split(" ", 2)[0];
      String[] parts = name.split("-", -1);
      if (name.startsWith(PREFIX)
          && parts.length == 3
          && ProcessHandle.of(Long.parseLong(parts[1])).isEmpty()) {
        ip("netns", "delete", name);
      }
    }
  }

  private static String ip(String... args) throws IOException {
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
    return said;
  }

  String address(int host) {
    return "10.77.0." + (host + 1);
  }

  /** From now on that host's system gives only these ports to those that do not choose one. */
  void ports(int host, int first, int last) throws IOException {
    String range = "echo %d %d > /proc/sys/net/ipv4/ip_local_port_range".formatted(first, last);
    ip("netns", "exec", namespaces.get(host), "sh", "-c", range);
  }

  /** The name of that host's namespace. */
  String namespace(int host) {
    return namespaces.get(host);
  }

  /** How many hosts there are. */
  int size() {
    return namespaces.size();
  }

  /** What begins a command that shall run on that host; it keeps its process number. */
  List<String> on(int host) {
    return List.of("ip", "netns", "exec", namespaces.get(host));
  }

  void packetFaults(PacketFaults next) {
    packetFaults = next;
  }

  /** Nothing gets from one to the other any more; the other way is as it was. */
  void cut(int from, int to) {
    cuts.add(new Way(from, to));
  }

  /** Nothing gets from these to the others, nor back. */
  void separate(Set<Integer> these) {
    for (int one = 0; one < namespaces.size(); one++) {
      for (int other = 0; other < namespaces.size(); other++) {
        if (these.contains(one) != these.contains(other)) {
          cut(one, other);
        }
      }
    }
  }

  /** All is as in the beginning. */
  void heal() {
    cuts.clear();
    packetFaults = PacketFaults.NONE;
  }

  private void listen(int from) {
    while (!closed) {
      byte[] packet = interfaces.get(from).read(LOOK_MILLIS);
      // IPv4: the last byte of the destination tells the host.
      if (packet.length >= 20 && packet[0] >> 4 == 4) {
        carry(from, packet[19] - 1, packet);
      }
    }
  }

  private synchronized void carry(int from, int to, byte[] packet) {
    PacketFaults now = packetFaults;
    if (to < 0
        || to >= interfaces.size()
        || cuts.contains(new Way(from, to))
        || random.nextDouble() < now.losses()) {
      return;
    }
    int copies = random.nextDouble() < now.repeats() ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      if (now.latestMillis() == 0) {
        interfaces.get(to).write(packet);
      } else {
        var _ =
            later.schedule(
                () -> deliver(to, packet),
                random.nextInt(now.latestMillis()),
                TimeUnit.MILLISECONDS);
      }
    }
  }

  private synchronized void deliver(int to, byte[] packet) {
    if (!closed) {
      interfaces.get(to).write(packet);
    }
  }

  /** The namespaces go in any case, also if it was not complete. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    later.shutdownNow();
    try {
      for (Thread reader : readers) {
        reader.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    interfaces.forEach(TunInterface::close);
    for (String namespace : namespaces) {
      ip("netns", "delete", namespace);
    }
  }
}
