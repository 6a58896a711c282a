package io.sluice.cluster.membership;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.wire.FrameCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transport whose node can be cut off: it is one member after the other. When it has lost its
 * membership, it takes part again under a new identity, as if it had been started anew.
 */
public abstract class RejoiningTransport implements Transport {

  private static final Logger LOG = LoggerFactory.getLogger(RejoiningTransport.class);

  private static final long SHORTEST_TICK = 20;
  private static final int TICKS_A_LEASE = 20;

  private final String name;
  private final Duration lease;
  private final ScheduledExecutorService loop;
  private final CountDownLatch left = new CountDownLatch(1);

  @SuppressWarnings("NullAway") // set by start
  private Listener listener;

  private volatile Optional<Incarnation> life = Optional.empty();

  // Of the present life; for tasks of the loop only.
  private Lot lot = new Lot();
  private long patience;

  private volatile boolean closing;

  /** Whether it has been said that it cannot take part; once is enough. */
  private boolean complained;

  /**
   * @param name what people call this node
   * @param lease how long a node that is cut off may believe itself a member, and so how long the
   *     others wait before they go on without it; the same in all nodes
   */
  protected RejoiningTransport(String name, Duration lease) {
    this.name = name;
    this.lease = lease;
    this.loop =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sluice-" + name).factory());
  }

  /**
   * Begins a life.
   *
   * @param tasks takes everything that concerns the membership, one after the other
   * @throws Exception if it cannot take part now; it will be tried again
   */
  protected abstract Incarnation begin(Executor tasks, Incarnation.Fate fate) throws Exception;

  @Override
  public void start(Listener ears) {
    listener = ears;
    long tick = Math.max(SHORTEST_TICK, lease.toMillis() / TICKS_A_LEASE);
    var _ = loop.scheduleWithFixedDelay(guarded(this::tick), 0, tick, TimeUnit.MILLISECONDS);
  }

  @Override
  public void send(Member to, Frame frame) {
    life.ifPresent(now -> now.send(to, frame));
  }

  @Override
  public long leaseUntil() {
    return life.map(Incarnation::membership)
        .map(Membership::leaseUntil)
        .orElseGet(System::nanoTime);
  }

  /** A virtual thread waits at no cost to others; it should not do their work. */
  @Override
  public void idle(BooleanSupplier over, long nanos) {
    var now = life;
    if (now.isPresent() && !Thread.currentThread().isVirtual()) {
      now.get().idle(over, nanos);
    } else {
      Transport.park(this, nanos);
    }
  }

  @Override
  public void rouse(Thread thread) {
    LockSupport.unpark(thread);
    life.ifPresent(now -> now.rouse(thread));
  }

  /** Waits until the others have agreed to go on without this node, but not longer than a lease. */
  @Override
  public void close() {
    closing = true;
    run(
        () ->
            life.map(Incarnation::membership)
                .filter(Membership::isMember)
                .ifPresentOrElse(some -> some.leave(System.nanoTime()), left::countDown));
    try {
      if (!left.await(lease.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("{} leaves without having been heard", name);
      }
      run(this::end);
      loop.shutdown();
      // What it says last makes room for the next, so it should get out before the process ends.
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

  /** Whatever it throws, time goes on: who does not tick loses its lease and never comes back. */
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
    if (life.isEmpty() && !closing) {
      begin();
    }
    life.ifPresent(this::tick);
  }

  private void tick(Incarnation now) {
    long time = System.nanoTime();
    if (!now.membership().isMember() && time - patience > 0) {
      lot.lost("nobody has let us in; trying anew");
    } else {
      now.tick(time);
    }
  }

  private void begin() {
    try {
      lot = new Lot();
      var next = begin(this::run, lot);
      long time = lease.toNanos();
      // Not all at the same time, or they would be in each other's way again.
      patience =
          System.nanoTime()
              + time * next.patience()
              + ThreadLocalRandom.current().nextLong(time * 2);
      life = Optional.of(next);
      lot.open = true;
      complained = false;
    } catch (Exception e) {
      if (!complained) {
        LOG.warn("{} cannot take part, and tries again and again: {}", name, e.toString());
      }
      complained = true;
    }
  }

  private void end() {
    life.ifPresent(Incarnation::end);
    life = Optional.empty();
  }

  /** What becomes of one life; after its end it has nothing more to say. */
  private final class Lot implements Incarnation.Fate {

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
    public FrameCodec codec() {
      return listener.codec();
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
