package io.sluice.locks;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.cluster.Limits;
import io.sluice.cluster.LongestTime;
import io.sluice.cluster.Member;
import io.sluice.cluster.Network;
import io.sluice.cluster.View;
import io.sluice.cluster.data.DataSite;
import io.sluice.cluster.data.DataSites;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.recording.Recorder;
import io.sluice.cluster.recording.RecordingFile;
import io.sluice.cluster.rendezvous.Meeting;
import io.sluice.cluster.runtime.Attachment;
import io.sluice.cluster.runtime.LockProtocols;
import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Observer;
import io.sluice.cluster.runtime.ProtocolMismatchException;
import io.sluice.cluster.runtime.Resource;
import io.sluice.locks.admin.Inspection;
import io.sluice.locks.admin.ManagementBean;
import io.sluice.locks.leader.Candidate;
import io.sluice.locks.recipe.Barrier;
import io.sluice.locks.recipe.Latch;
import io.sluice.locks.recipe.MultiLock;
import io.sluice.locks.recipe.Rendezvous;
import io.sluice.locks.rendezvous.LiveRendezvous;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A node of a cluster, and the locks of that cluster. Any number of threads may use it.
 *
 * <pre>{@code
 * try (var sluice = Sluice.join("orders")) {
 *   var lock = sluice.lock("invoice-42");
 *   lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
 * }
 * }</pre>
 *
 * <p>A name stands for one kind of lock in the whole cluster, also for {@code sluice lock} in a
 * shell: see {@link #lock}, {@link #readWriteLock}, {@link #groupLock} and {@link
 * #prioritySemaphore}.
 */
public final class Sluice implements AutoCloseable {

  private final String cluster;
  private final Node node;
  private final LockKinds kinds;
  private final DataSites sites;
  private final Optional<ManagementBean> bean;

  /** By the number of units. */
  private final Map<Integer, Algorithm<?, ?>> semaphores = new ConcurrentHashMap<>();

  /** Before the names of locks that protect data, which are names of their own. */
  private static final String DATA = "data/";

  /** After the name of a semaphore, for the one request that collects several of its units. */
  private static final String SEVERAL = "/several";

  private Sluice(Builder builder, Node node, DataSites sites) {
    this.cluster = builder.cluster;
    this.node = node;
    this.kinds = builder.kinds;
    this.sites = sites;
    this.bean =
        builder.jmx
            ? Optional.of(ManagementBean.register(builder.cluster, builder.node, inspect()))
            : Optional.empty();
  }

  /** Joins the cluster of that name in this JVM, with the usual protocols. */
  public static Sluice join(String cluster) {
    return named(cluster).join();
  }

  /** Describes a node that is to join the cluster of that name. */
  public static Builder named(String cluster) {
    return new Builder(cluster);
  }

  /**
   * Describes a node before it joins: of a cluster in this JVM and with the usual protocols, unless
   * told otherwise.
   *
   * <pre>{@code
   * var builder = Sluice.named("orders").nodeName("orders-1").lease(Duration.ofSeconds(3));
   * try (var sluice = builder.join()) {
   *   sluice.awaitMembership(Duration.ofSeconds(10));
   * }
   * }</pre>
   */
  public static final class Builder {
    private final String cluster;
    private Catalogue catalogue = Catalogue.installed();
    private LockKinds kinds = LockKinds.USUAL;
    private Network network = Local.jvm();
    private Duration lease = Duration.ofSeconds(5);
    private String node;
    private Function<Node, Observer> observer = _ -> Observer.NONE;
    private boolean jmx;
    private Optional<Path> recorded = Optional.empty();
    private Duration forgetAfter = Node.FORGET_AFTER;
    private Limits limits = Limits.NONE;

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
     * How long a node that is cut off from the others keeps its locks, and so how long the others
     * wait before they go on without it: 5 seconds unless set. The same in all nodes.
     */
    public Builder lease(Duration time) {
      lease = time;
      return this;
    }

    /**
     * After how long the members forget a name that none of them has used, and with it all that it
     * cost: 30 seconds unless set, and up to twice that. The next use begins as the first one did,
     * but with higher fencing numbers. The same in all nodes.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public Builder forgetAfter(Duration idle) {
      if (!idle.isPositive()) {
        throw new IllegalArgumentException(
            "names are forgotten after a positive time, not " + idle);
      }
      forgetAfter = idle;
      return this;
    }

    /**
     * Warns of everything that this node holds for that time, unless its lock says otherwise with a
     * {@link DistributedLock#warnAfter} of its own: locks, rooms, units and data, and leadership,
     * which lasts for long. Off unless set, since only the application knows which time is long.
     *
     * @param time zero for no warning
     */
    public Builder warnAfter(Duration time) {
      limits = limits.warnAfter(time);
      return this;
    }

    /** The name of this node in logs and views; the cluster and the process id unless set. */
    public Builder nodeName(String name) {
      node = name;
      return this;
    }

    /**
     * Runs plain locks with this protocol instead of {@code token-queue}; the same in all nodes.
     * {@code sluice list} shows all protocols. One for shared and exclusive locks also runs
     * read-write locks (else {@code rw-permissions}), one for rooms group locks (else {@code
     * rooms}), and a configuration of PADME, such as {@code padme-FRUU:binary}, semaphores.
     *
     * @throws IllegalArgumentException if no protocol has that name
     */
    public Builder algorithm(String name) {
      return use(
          catalogue
              .find(name)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "no protocol is named '%s'; `sluice list` shows all".formatted(name))));
    }

    /** Registers a protocol as {@link #protocol} does, and uses it as {@link #algorithm} does. */
    public Builder algorithm(Algorithm<?, ?> own) {
      return protocol(own).use(own);
    }

    private Builder use(Algorithm<?, ?> chosen) {
      kinds = LockKinds.choosing(chosen);
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
     * Counts and times the requests for each lock, and shows the state of the cluster. Only this
     * needs {@code micrometer-core}; {@code docs/locks.md} lists the meters.
     */
    public Builder metrics(MeterRegistry registry) {
      observer = node -> LockMetrics.of(node, cluster, registry);
      return this;
    }

    /** Shows the node to JMX, as a {@link io.sluice.locks.admin.SluiceMXBean}. */
    public Builder jmx() {
      jmx = true;
      return this;
    }

    /**
     * Records what the protocols of this node's locks are told and what they do, for {@code sluice
     * theatre FILE}. A file that exists is continued; after 64 MiB nothing more is recorded. For
     * tests and for the search of an error: a step that is recorded takes some microseconds longer.
     */
    public Builder record(Path file) {
      recorded = Optional.of(file);
      return this;
    }

    /**
     * Joins the cluster, and does not wait for that: locks can be asked for immediately, and are
     * granted once this node is a member.
     *
     * @throws UncheckedIOException if the file of {@link #record} cannot be written to
     */
    public Sluice join() {
      var recorder =
          recorded
              .<Recorder>map(
                  file -> RecordingFile.open(file, cluster, node, RecordingFile.MOST_BYTES))
              .orElse(Recorder.NONE);
      var transport = network.transport(cluster, node, lease);
      var sites = new DataSites();
      Function<Resource, Attachment> attached =
          resource ->
              io.sluice.protocol.rendezvous.Rendezvous.ruleOf(resource.algorithm())
                  .<Attachment>map(rule -> new Meeting(resource, rule))
                  .orElseGet(() -> sites.of(resource));
      return new Sluice(
          this,
          Node.start(transport, catalogue, observer, attached, recorder, forgetAfter, limits),
          sites);
    }
  }

  /**
   * The plain lock of that name; in a shell {@code sluice lock NAME}.
   *
   * @throws LockUnavailableException if a node uses the name for another kind of lock
   */
  public DistributedLock lock(String name) {
    var resource = resource(name, kinds.plain());
    return Holds.OfName.of(resource)
        .lock(DistributedLock.class, () -> new DistributedLock(resource, Claim.EXCLUSIVE));
  }

  /**
   * The read-write lock of that name; in a shell {@code sluice lock NAME --shared} acquires its
   * read lock and {@code sluice lock NAME --exclusive} its write lock.
   *
   * @throws LockUnavailableException if a node uses the name for another kind of lock
   */
  public DistributedReadWriteLock readWriteLock(String name) {
    var resource = resource(name, kinds.readWrite());
    return Holds.OfName.of(resource)
        .lock(DistributedReadWriteLock.class, () -> new DistributedReadWriteLock(resource));
  }

  /**
   * The group lock of that name; in a shell {@code sluice lock NAME --room ROOM} enters a room.
   *
   * @throws LockUnavailableException if a node uses the name for another kind of lock
   */
  public GroupLock groupLock(String name) {
    var resource = resource(name, kinds.group());
    return Holds.OfName.of(resource).lock(GroupLock.class, () -> new GroupLock(resource));
  }

  /**
   * The semaphore of that name; in a shell {@code sluice lock NAME --units K --priority P} acquires
   * a unit.
   *
   * @param units how many equal units it has, from 1 to 1000; the same in all nodes
   * @throws LockUnavailableException if a node uses the name for another kind of lock, or for a
   *     semaphore with another number of units
   */
  public PrioritySemaphore prioritySemaphore(String name, int units) {
    var resource = resource(name, semaphores.computeIfAbsent(units, kinds::semaphore));
    return Holds.OfName.of(resource)
        .lock(
            PrioritySemaphore.class,
            () ->
                new PrioritySemaphore(resource, units, () -> prioritySemaphore(name + SEVERAL, 1)));
  }

  /**
   * Several plain locks, held together: acquired in the order of their names, so that two of these
   * never wait for each other.
   *
   * @throws IllegalArgumentException if no name is given
   */
  public MultiLock multiLock(String... names) {
    return new MultiLock(
        List.of(names),
        sorted ->
            new Several(
                "locks " + sorted, sorted.stream().map(name -> lock(name).acquisition()).toList()));
  }

  /**
   * The count-down latch of that name.
   *
   * @param count how often it is counted down until it opens, from 1 to 1000; the same in all nodes
   * @throws LockUnavailableException if a node uses the name for something else, or for a latch
   *     with another count
   */
  public Latch latch(String name, int count) {
    return new Latch(
        name, count, rendezvous(name, io.sluice.protocol.rendezvous.Latch.algorithm(count)));
  }

  /**
   * The cyclic barrier of that name.
   *
   * @param parties how many threads go on together, from 1 to 1000; the same in all nodes
   * @throws LockUnavailableException if a node uses the name for something else, or for a barrier
   *     with another number of parties
   */
  public Barrier barrier(String name, int parties) {
    return new Barrier(
        name, parties, rendezvous(name, io.sluice.protocol.rendezvous.Barrier.algorithm(parties)));
  }

  private Rendezvous rendezvous(String name, Algorithm<?, ?> algorithm) {
    try {
      return new LiveRendezvous(
          node.attached(name, algorithm), why -> LockUnavailableException.of(name, why));
    } catch (ProtocolMismatchException e) {
      throw LockUnavailableException.of(e);
    }
  }

  /**
   * Describes a candidate for leadership under that name; in a shell {@code sluice lead NAME}.
   *
   * <pre>{@code
   * Candidate candidate =
   *     sluice
   *         .leader("scheduler")
   *         .onGranted(term -> jobs.start(term.fence()))
   *         .onRevoked(jobs::stop)
   *         .stand();
   * }</pre>
   */
  public Candidate.Builder leader(String name) {
    return new Candidate.Builder(this, name);
  }

  /**
   * Describes data of that name, which moves with its lock from node to node.
   *
   * <pre>{@code
   * var counters = sluice.data("counters").size(1 << 20).open();
   * try (var view = counters.requestWrite().acquire(Duration.ofSeconds(10))) {
   *   view.segment().set(ValueLayout.JAVA_INT, 0, 42);
   *   view.commit();
   * }
   * }</pre>
   */
  public DataHandle.Builder data(String name) {
    if (!node.transport().carriesBytes()) {
      throw new UnsupportedOperationException(
          "data needs connections between its nodes, and this network has none: join over"
              + " Tcp.at(hosts), Tcp.loopback() or within one JVM");
    }
    return new DataHandle.Builder(name, () -> site(name));
  }

  private DataSite site(String name) {
    try {
      return sites.of(node.attached(DATA + name, kinds.data()));
    } catch (ProtocolMismatchException e) {
      throw LockUnavailableException.of(e);
    }
  }

  private Resource resource(String name, Algorithm<?, ?> algorithm) {
    try {
      return node.resource(name, algorithm);
    } catch (ProtocolMismatchException e) {
      throw LockUnavailableException.of(e);
    }
  }

  /**
   * Calls the listener with each view as it comes, and with one without members when this node is
   * no longer a member. The listener must not block.
   */
  public void onView(Consumer<View> listener) {
    node.onView(listener);
  }

  /** The cluster's name. */
  public String cluster() {
    return cluster;
  }

  /** The current view; without members while this node is not a member of the cluster. */
  public View view() {
    return node.view();
  }

  /**
   * The members of the current view of which this node has heard nothing for most of a lease; known
   * over Kafka only. They may be alive: their locks are free when a view without them comes into
   * force. So this is advice, to prepare for what they may leave behind.
   */
  public List<Member> silent() {
    var silent = node.transport().silent();
    return view().members().stream().filter(silent::contains).toList();
  }

  /**
   * Waits until this node has become a member of the cluster. Locks can be asked for before that;
   * they are granted afterwards.
   *
   * @return whether it became a member within that time; it may have been excluded since
   */
  public boolean awaitMembership(Duration timeout) throws InterruptedException {
    return node.awaitMembership(LongestTime.nanos(timeout), TimeUnit.NANOSECONDS);
  }

  /**
   * Looks into the cluster: holders and waiters of its locks at all members; also takes a lock away
   * from a holder that is stuck.
   */
  public Inspection inspect() {
    return new NodeInspection(node, NodeInspection.USUAL_PATIENCE);
  }

  Node node() {
    return node;
  }

  /**
   * Departs from the cluster. Locks that are still held are lost. Data of which only this node has
   * the newest version goes to another member first.
   */
  @Override
  public void close() {
    if (node.view().members().size() > 1) {
      sites.depart();
    }
    bean.ifPresent(ManagementBean::close);
    node.close();
    sites.close();
  }
}
