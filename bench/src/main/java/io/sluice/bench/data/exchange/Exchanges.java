package io.sluice.bench.data.exchange;

import io.sluice.bench.locks.service.InfinispanLocks;
import io.sluice.bench.locks.service.RedissonLocks;
import io.sluice.bench.process.Children;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of exchange that are measured. */
public enum Exchanges {
  TCP("raw TCP", 2, false) {
    @Override
    public Exchange open(String address, int self, long size) throws Exception {
      return new TcpExchange(Integer.parseInt(address), self, size);
    }

    @Override
    public String start(Children children) throws Exception {
      return Integer.toString(Children.freePorts(1).getFirst());
    }
  },
  SLUICE("**Sluice**, `copies(1)`", 3, false) {
    @Override
    public Exchange open(String address, int self, long size) throws Exception {
      return new SluiceExchange(SluiceExchange.join(address, self), size, 1);
    }
  },
  SLUICE_READ("**Sluice**, `copies(1)`, to a reader", 3, false) {
    @Override
    public Exchange open(String address, int self, long size) throws Exception {
      var sluice = SluiceExchange.join(address, self);
      return new SluiceExchange(sluice, size, 1, self == 0, TO_HEAR);
    }
  },
  SLUICE_2("**Sluice**, `copies(2)`", 3, false) {
    @Override
    public Exchange open(String address, int self, long size) throws Exception {
      return new SluiceExchange(SluiceExchange.join(address, self), size, 2);
    }
  },
  HAZELCAST("Hazelcast, 2 members, `IMap.lock`, `get`, `put`", 2, true) {
    @Override
    public String start(Children children) throws Exception {
      return Children.freePorts(2).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    @Override
    public Exchange open(String address, int self, long size) {
      return new HazelcastExchange(address, self, size);
    }
  },
  REDISSON("Redis + Redisson `RLock`, `RBucket`", 2, true) {
    @Override
    public Optional<String> missing() {
      return new RedissonLocks().missing();
    }

    @Override
    public String start(Children children) throws Exception {
      return new RedissonLocks().start(children, 2);
    }

    @Override
    public Exchange open(String address, int self, long size) {
      return new RedissonExchange(address, size);
    }
  },
  INFINISPAN("Infinispan, 2 members, `ClusteredLock`, `Cache`", 2, true) {
    @Override
    public String start(Children children) throws Exception {
      return new InfinispanLocks().start(children, 2);
    }

    @Override
    public Exchange open(String address, int self, long size) throws Exception {
      return new InfinispanExchange(address, self, size);
    }
  };

  /** Much longer than a message takes. */
  private static final Duration TO_HEAR = Duration.ofMillis(1);

  private final String title;
  private final int processes;
  private final boolean peer;

  Exchanges(String title, int processes, boolean peer) {
    this.title = title;
    this.processes = processes;
    this.peer = peer;
  }

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** As the table shows it. */
  public String title() {
    return title;
  }

  /** How many processes are open; the first two take turns. */
  public int processes() {
    return processes;
  }

  /** Whether it is another product. */
  public boolean isPeer() {
    return peer;
  }

  /** Whether its processes pause in each turn; see {@link Exchange#pause}. */
  public boolean pauses() {
    return this == REDISSON || this == INFINISPAN;
  }

  /** What must be installed first, if anything. */
  public Optional<String> missing() {
    return Optional.empty();
  }

  /** Starts servers, if there are any; returns what a process must know to find the others. */
  public String start(Children children) throws Exception {
    return "bench-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
  }

  /** Opens one end, in the process with that number. */
  public abstract Exchange open(String address, int self, long size) throws Exception;

  public static Exchanges named(String label) {
    return Stream.of(values())
        .filter(each -> each.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no exchange '%s'; choose from %s"
                        .formatted(
                            label,
                            Stream.of(values())
                                .map(Exchanges::label)
                                .collect(Collectors.joining(", ")))));
  }
}
