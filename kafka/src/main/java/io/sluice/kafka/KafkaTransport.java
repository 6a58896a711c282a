package io.sluice.kafka;

import io.sluice.cluster.Frame;
import io.sluice.cluster.FrameCodec;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes that reach only a broker.
 *
 * <p>Each cluster has a topic. Everybody reads its first partition, the lobby, where each says
 * again and again that it is there; and each reads one of the others, its inbox, to which messages
 * for it are written. No consumer groups: their rebalancing would stop the locks.
 *
 * <p>Who takes part is decided as over TCP, by {@link io.sluice.cluster.Membership}: views by
 * quorum, and leases. They are renewed through the broker, so when that is out of reach for longer
 * than a lease, everybody's locks are lost. A node that has lost its membership takes part again
 * under a new identity.
 */
public final class KafkaTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaTransport.class);

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  private final Kafka kafka;
  private final String cluster;
  private final String name;
  private final Duration lease;
  private final ScheduledExecutorService loop;
  private final CountDownLatch left = new CountDownLatch(1);

  @SuppressWarnings("NullAway") // set by start
  private Listener listener;

  private volatile Optional<KafkaLife> life = Optional.empty();
  private volatile boolean closing;

  /** Whether it has been said that there is no broker; once is enough. */
  private boolean complained;

  /**
   * @param cluster what the cluster is called; its topic's name follows from that
   * @param name what people call this node
   * @param lease how long a node that is cut off may believe itself a member, and so how long the
   *     others wait before they go on without it; the same in all nodes
   * @throws IllegalArgumentException if the lease is short, or the name too long for a topic
   */
  public KafkaTransport(Kafka kafka, String cluster, String name, Duration lease) {
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "over Kafka a lease lasts at least %d ms".formatted(SHORTEST_LEASE.toMillis()));
    }
    var _ = Topic.nameOf(cluster);
    this.kafka = kafka;
    this.cluster = cluster;
    this.name = name;
    this.lease = lease;
    this.loop =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sluice-" + name).factory());
  }

  /**
   * @throws BrokerUnavailable if no broker answers; later on it is waited for
   * @throws IllegalArgumentException if Kafka does not like the settings
   */
  @Override
  public void start(Listener ears) {
    listener = ears;
    boolean there = false;
    try {
      var _ = Topic.of(kafka, cluster, kafka.patience());
      there = true;
    } finally {
      if (!there) {
        loop.shutdown();
      }
    }
    long tick = Math.max(20, lease.toMillis() / 20);
    var _ = loop.scheduleWithFixedDelay(guarded(this::tick), 0, tick, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Member to, Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    life.ifPresent(now -> now.send(to, bytes));
  }

  @Override
  public long leaseUntil() {
    return life.map(KafkaLife::leaseUntil).orElseGet(System::nanoTime);
  }

  /** Waits until the others have agreed to go on without this node, but not longer than a lease. */
  @Override
  public void close() {
    closing = true;
    run(() -> life.filter(KafkaLife::isMember).ifPresentOrElse(KafkaLife::leave, left::countDown));
    try {
      if (!left.await(lease.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("{} leaves without having been heard", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    run(this::end);
    loop.shutdown();
    try {
      // What it says last makes room for the next, so it should get out before the process ends.
      var _ = loop.awaitTermination(lease.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
        LOG.error("a step failed", e);
      }
    };
  }

  private void tick() {
    if (life.isEmpty() && !closing) {
      begin();
    }
    life.ifPresent(KafkaLife::tick);
  }

  private void begin() {
    try {
      var next = new Lot();
      life =
          Optional.of(
              new KafkaLife(kafka, Topic.of(kafka, cluster, lease), name, lease, this::run, next));
      next.open = true;
      complained = false;
    } catch (BrokerUnavailable | KafkaException e) {
      if (!complained) {
        LOG.warn("{} cannot take part, and tries again and again: {}", name, e.toString());
      }
      complained = true;
    }
  }

  private void end() {
    life.ifPresent(KafkaLife::end);
    life = Optional.empty();
  }

  /** What becomes of one membership; after its end it has nothing more to say. */
  private final class Lot implements KafkaLife.Fate {

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
