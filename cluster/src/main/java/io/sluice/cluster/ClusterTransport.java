package io.sluice.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes in several processes, over TCP.
 *
 * <p>JGroups finds the processes, carries what concerns the membership, and says whom it has lost
 * touch with. Its views are hints, no more: who takes part is decided by {@link Membership}. What
 * concerns the locks goes over connections of our own ({@link Links}): frames are written by the
 * thread that has them to send, and taken by the thread that reads them from the socket.
 *
 * <p>A node that has lost its membership takes part again under a new identity and from another
 * socket, as if it had been started anew.
 */
public final class ClusterTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(ClusterTransport.class);

  private static final Duration SHORTEST_LEASE = Duration.ofMillis(400);

  private final String cluster;
  private final String name;
  private final Hosts hosts;
  private final Duration lease;
  private final Optional<Keys> keys;
  private final Optional<Path> stack;
  private final ScheduledExecutorService loop;
  private final CountDownLatch left = new CountDownLatch(1);

  @SuppressWarnings("NullAway") // set by start
  private Listener listener;

  private volatile Optional<Life> life = Optional.empty();
  private volatile boolean closing;

  /**
   * @param cluster what the cluster is called; others on the same hosts are none of its business
   * @param name what people call this node
   * @param lease how long a node that is cut off may believe itself a member, and so how long the
   *     others wait before they go on without it; the same in all nodes
   * @param keys who may take part, or nothing, which will do for addresses of this machine only
   * @param stack a JGroups file, to be used instead of the protocols that we find best
   * @throws IllegalArgumentException if keys are missing, none of the hosts is this machine, the
   *     lease is short, or the JGroups file lacks something that is needed
   */
  public ClusterTransport(
      String cluster,
      String name,
      Hosts hosts,
      Duration lease,
      Optional<Keys> keys,
      Optional<Path> stack) {
    if (keys.isEmpty() && !hosts.areLoopback()) {
      throw new IllegalArgumentException(
          "beyond this machine a cluster needs keys, so that nobody else can join, read or forge:"
              + " make a key store with 'sluice keys FILE', copy it to all hosts, and name it with"
              + " security(FILE, PASSWORD) or --keystore FILE");
    }
    var _ = hosts.own();
    stack.ifPresent(file -> StackFile.channel(file, hosts).close());
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "a lease lasts at least %d ms".formatted(SHORTEST_LEASE.toMillis()));
    }
    this.cluster = cluster;
    this.name = name;
    this.hosts = hosts;
    this.lease = lease;
    this.keys = keys;
    this.stack = stack;
    this.loop =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sluice-" + name).factory());
  }

  @Override
  public void start(Listener ears) {
    listener = ears;
    long tick = Math.max(20, lease.toMillis() / 20);
    var _ = loop.scheduleAtFixedRate(guarded(this::tick), 0, tick, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Member to, Frame frame) {
    life.ifPresent(now -> now.send(to, frame));
  }

  @Override
  public long leaseUntil() {
    return life.map(Life::leaseUntil).orElseGet(System::nanoTime);
  }

  /** Waits until the others have agreed to go on without this node, but not longer than a lease. */
  @Override
  public void close() {
    closing = true;
    run(() -> life.filter(Life::isMember).ifPresentOrElse(Life::leave, left::countDown));
    try {
      if (!left.await(lease.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("{} leaves without having been heard", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    run(this::end);
    loop.shutdown();
  }

  /** Runs a task after those that came before it. */
  private void run(Runnable task) {
    try {
      loop.execute(guarded(task));
    } catch (RejectedExecutionException e) {
      LOG.trace("closed", e);
    }
  }

  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        Faults.report(e);
      }
    };
  }

  private void tick() {
    if (life.isEmpty() && !closing) {
      begin();
    }
    life.ifPresent(Life::tick);
  }

  private void begin() {
    try {
      var next = new Lot();
      life = Optional.of(new Life(cluster, name, hosts, lease, keys, stack, this::run, next));
      next.open = true;
    } catch (Exception e) {
      LOG.warn("{} cannot take part, and tries again: {}", name, e.toString());
    }
  }

  private void end() {
    life.ifPresent(Life::end);
    life = Optional.empty();
  }

  /** What becomes of one membership; after its end it has nothing more to say. */
  private final class Lot implements Life.Fate {

    private volatile boolean open;

    @Override
    public void installed(View view, Member self) {
      if (open) {
        listener.onView(view, self);
      }
    }

    @Override
    public void received(Member from, Frame frame) {
      listener.onFrame(from, frame);
    }

    @Override
    public void lost(String why) {
      if (!open) {
        return;
      }
      open = false;
      LOG.debug("{} is no member: {}", name, why);
      listener.onLost(why);
      if (closing) {
        left.countDown();
      } else {
        end();
      }
    }
  }
}
