package io.sluice.cluster.membership;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport whose node can be cut off from the others. When the node has lost its membership, it
 * joins again under a new identity, as another {@link Incarnation}.
 */
public abstract class RejoiningTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(RejoiningTransport.class);

  private static final long SHORTEST_TICK = 20;
  private static final int TICKS_A_LEASE = 20;

  private final String name;
  private final Duration lease;
  private final ScheduledExecutorService loop;
  private final CountDownLatch departed = new CountDownLatch(1);

  @SuppressWarnings("NullAway") // set by start
  private Listener listener;

  private volatile Optional<Incarnation> incarnation = Optional.empty();

  // Of the current incarnation; for tasks of the loop only.
  private MembershipListener membershipListener = new MembershipListener();
  private long joinDeadline;

  private volatile boolean closing;

  /** Whether the log says already that this node cannot join. */
  private boolean warned;

  /**
   * @param name the node's name, for people
   * @param lease how long a node that is cut off remains a member, and so how long the others wait
   *     before they go on without it; the same in all nodes
   */
  protected RejoiningTransport(String name, Duration lease) {
    this.name = name;
    this.lease = lease;
    this.loop =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sluice-" + name).factory());
  }

  /**
   * Begins an incarnation.
   *
   * @param tasks runs everything that concerns the membership, one task after the other
   * @param receiver the node, which takes the frames that arrive and knows how to decode them
   * @param membershipListener is told when the incarnation becomes a member and when it no longer
   *     is one
   * @throws Exception if it cannot begin now; it will be tried again
   */
  protected abstract Incarnation begin(
      Executor tasks, Listener receiver, Membership.Listener membershipListener) throws Exception;

  @Override
  public void start(Listener node) {
    listener = node;
    long tick = Math.max(SHORTEST_TICK, lease.toMillis() / TICKS_A_LEASE);
    var _ = loop.scheduleWithFixedDelay(guarded(this::tick), 0, tick, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Member to, Frame frame) {
    var now = incarnation;
    if (now.isPresent()) {
      now.get().send(to, frame);
    }
  }

  @Override
  public ByteChannel read(Member from, String resource) throws IOException {
    var now = incarnation;
    if (now.isEmpty()) {
      throw new IOException("this node is no member now");
    }
    return now.get().read(from, resource);
  }

  @Override
  public long leaseUntil() {
    // Asked at every entry: mapping the Optional would box the number.
    var now = incarnation;
    return now.isPresent() ? now.get().membership().leaseUntil() : System.nanoTime();
  }

  @Override
  public Set<Member> silent() {
    return incarnation.map(Incarnation::silent).orElse(Set.of());
  }

  /** Waits until the others have agreed to go on without this node, but not longer than a lease. */
  @Override
  public void close() {
    closing = true;
    run(
        () ->
            incarnation
                .map(Incarnation::membership)
                .filter(Membership::isMember)
                .ifPresentOrElse(some -> some.leave(System.nanoTime()), departed::countDown));
    try {
      if (!departed.await(lease.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("{} departs without an answer from the others", name);
      }
      run(this::end);
      loop.shutdown();
      // Its last messages free its address, so they should be sent before the process ends.
      var _ = loop.awaitTermination(lease.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      run(this::end);
      loop.shutdown();
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

  /** Catches everything, since without further ticks the node would lose its lease for good. */
  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable e) {
        Faults.report(e);
      }
    };
  }

  private void tick() {
    if (incarnation.isEmpty() && !closing) {
      begin();
    }
    incarnation.ifPresent(this::tick);
  }

  private void tick(Incarnation now) {
    long time = System.nanoTime();
    if (!now.membership().isMember() && time - joinDeadline > 0) {
      membershipListener.lost("no member has admitted this node; joining again");
    } else {
      now.tick(time);
    }
  }

  private void begin() {
    try {
      membershipListener = new MembershipListener();
      var next = begin(this::run, listener, membershipListener);
      long time = lease.toNanos();
      // At random, so that nodes that got in each other's way do not do so again.
      joinDeadline =
          System.nanoTime()
              + time * next.patience()
              + ThreadLocalRandom.current().nextLong(time * 2);
      incarnation = Optional.of(next);
      membershipListener.open = true;
      warned = false;
    } catch (Exception e) {
      if (!warned) {
        LOG.warn("{} cannot join, and tries again until it can: {}", name, e.toString());
      }
      warned = true;
    }
  }

  private void end() {
    incarnation.ifPresent(Incarnation::end);
    incarnation = Optional.empty();
  }

  /** Hears of the membership of one incarnation; ignored after its end. */
  private final class MembershipListener implements Membership.Listener {

    private volatile boolean open;

    @Override
    public void installed(View view, Member self) {
      if (open) {
        listener.onView(view, self);
      }
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
        departed.countDown();
      } else {
        end();
      }
    }
  }
}
