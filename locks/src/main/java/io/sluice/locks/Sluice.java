package io.sluice.locks;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.cluster.Network;
import io.sluice.cluster.View;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.LockProtocols;
import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Observer;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.shared.ReadWritePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A cluster, as one of its nodes sees it, and the locks in it.
 *
 * <pre>{@code
 * try (var sluice = Sluice.join("orders")) {
 *   var lock = sluice.lock("invoice-42");
 *   try (var lease = lock.acquire(Duration.ofSeconds(2))) {
 *     store.put(row, lease.fence());
 *   }
 * }
 * }</pre>
 */
public final class Sluice implements AutoCloseable {

  private final Node node;
  private final Algorithm<?, ?> algorithm;
  private final Algorithm<?, ?> pairAlgorithm;
  private final Map<String, DistributedLock> locks = new ConcurrentHashMap<>();
  private final Map<String, DistributedReadWriteLock> pairs = new ConcurrentHashMap<>();
  private final Map<String, GroupLock> groups = new ConcurrentHashMap<>();
  private final Map<String, PrioritySemaphore> semaphores = new ConcurrentHashMap<>();

  private Sluice(Node node, Algorithm<?, ?> algorithm, Algorithm<?, ?> pairAlgorithm) {
    this.node = node;
    this.algorithm = algorithm;
    this.pairAlgorithm = pairAlgorithm;
  }

  /** Joins the cluster of that name in this JVM, with the usual protocol. */
  public static Sluice join(String cluster) {
    return named(cluster).join();
  }

  /** Begins to say how to join the cluster of that name. */
  public static Builder named(String cluster) {
    return new Builder(cluster);
  }

  /** How to join a cluster: in this JVM and with the usual protocol, unless said otherwise. */
  public static final class Builder {
    private final String cluster;
    private Catalogue catalogue = Catalogue.installed();
    private Algorithm<?, ?> algorithm = TokenQueue.ALGORITHM;
    private Algorithm<?, ?> pairAlgorithm = ReadWritePermissions.ALGORITHM;
    private Network network = Local.jvm();
    private Duration lease = Duration.ofSeconds(5);
    private String node;
    private Function<Node, Observer> observer = _ -> Observer.NOBODY;

    private Builder(String cluster) {
      this.cluster = cluster;
      this.node = cluster + "-" + ProcessHandle.current().pid();
    }

    /**
     * The network on which the cluster's nodes meet: this JVM unless said otherwise, {@code
     * Tcp.loopback()} for the processes of this machine, {@code Tcp.at(hosts)} for those of
     * several, or {@code Kafka.at(brokers)} for processes that reach only a broker.
     */
    public Builder over(Network chosen) {
      network = chosen;
      return this;
    }

    /**
     * How long a node that is cut off from the others may rely on what it holds, and so how long
     * they wait before they go on without it: 5 seconds unless said otherwise. The same everywhere.
     */
    public Builder lease(Duration time) {
      lease = time;
      return this;
    }

    /** What people call this node. */
    public Builder nodeName(String name) {
      node = name;
      return this;
    }

    /**
     * The protocol that decides between the nodes about plain locks, {@code token-queue} unless
     * said otherwise; the same in all of them. {@code sluice list} shows all. One for shared and
     * exclusive locks decides about pairs of locks too, which else run {@code rw-permissions}.
     * Locks with rooms run {@code rooms}, and semaphores a {@code padme}: the one that is named
     * here if it is one, such as {@code padme-FRUU:binary}.
     */
    public Builder algorithm(String name) {
      return use(
          catalogue
              .find(name)
              .orElseThrow(
                  () -> new IllegalArgumentException("no protocol is named '" + name + "'")));
    }

    /** Registers a protocol as {@link #protocol} does, and uses it as {@link #algorithm} does. */
    public Builder algorithm(Algorithm<?, ?> own) {
      return protocol(own).use(own);
    }

    private Builder use(Algorithm<?, ?> chosen) {
      algorithm = chosen;
      if (chosen.family() == Family.READ_WRITE) {
        pairAlgorithm = chosen;
      }
      return this;
    }

    /**
     * Registers a protocol of the application, so that this node can run locks with it. Every node
     * of the cluster must know it, also one that never asks for such a lock; not needed for the
     * protocols of a {@link io.sluice.protocol.catalogue.ProtocolProvider}, which are found anyway.
     *
     * @throws IllegalArgumentException if another protocol has that name, or this one cannot run a
     *     lock; the message says why
     */
    public Builder protocol(Algorithm<?, ?> own) {
      LockProtocols.check(own);
      catalogue = catalogue.with(own);
      return this;
    }

    /** Registers all protocols of a catalogue, in place of those found until now. */
    public Builder protocols(Catalogue all) {
      catalogue = all;
      return this;
    }

    /**
     * Counts and times what becomes of each lock, and shows how the cluster fares. This alone needs
     * {@code micrometer-core}. See {@code docs/locks.md} for what there is.
     */
    public Builder metrics(MeterRegistry registry) {
      observer = node -> LockMetrics.of(node, cluster, registry);
      return this;
    }

    /** Joins. Locks can be asked for at once; they are given as soon as the cluster is there. */
    public Sluice join() {
      var transport = network.transport(cluster, node, lease);
      return new Sluice(Node.start(transport, catalogue, observer), algorithm, pairAlgorithm);
    }
  }

  /** The lock of that name. */
  public DistributedLock lock(String name) {
    DistributedLock lock = locks.get(name);
    return lock != null
        ? lock
        : locks.computeIfAbsent(
            name, _ -> new DistributedLock(node.resource(name, algorithm), Claim.EXCLUSIVE));
  }

  /** The pair of locks of that name, for reading together and for writing alone. */
  public DistributedReadWriteLock readWriteLock(String name) {
    return pairs.computeIfAbsent(
        name, _ -> new DistributedReadWriteLock(node.resource(name, pairAlgorithm)));
  }

  /** The lock of that name with rooms, in which all who enter the same one are together. */
  public GroupLock groupLock(String name) {
    return groups.computeIfAbsent(name, _ -> new GroupLock(node.resource(name, Rooms.ALGORITHM)));
  }

  /**
   * The semaphore of that name, of which so many can be inside, the more urgent first.
   *
   * @param units how many equal units there are, from 1 to 1000; the same in all nodes
   */
  public PrioritySemaphore prioritySemaphore(String name, int units) {
    var semaphore =
        semaphores.computeIfAbsent(
            name,
            _ -> {
              var configuration = PrioritySemaphore.configuration(algorithm, units);
              return new PrioritySemaphore(
                  node.resource(name, Padme.algorithm(configuration)), units);
            });
    if (semaphore.units() != units) {
      throw new IllegalArgumentException(
          "the semaphore '%s' has %d units here, not %d".formatted(name, semaphore.units(), units));
    }
    return semaphore;
  }

  /**
   * Tells the listener of each view as it comes, and of one without members when this node is none
   * any more. It must not wait for anything.
   */
  public void onView(Consumer<View> listener) {
    node.onView(listener);
  }

  /** The current view; without members while this node is not a member of the cluster. */
  public View view() {
    return node.view();
  }

  /**
   * Waits until this node has become a member of the cluster. Locks can be asked for before that;
   * they are granted afterwards.
   *
   * @return whether it became a member within that time; it may have been excluded since
   */
  public boolean awaitMembership(Duration timeout) throws InterruptedException {
    return node.awaitMembership(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  Node node() {
    return node;
  }

  /** Leaves the cluster. What is still held is lost by that. */
  @Override
  public void close() {
    node.close();
  }
}
