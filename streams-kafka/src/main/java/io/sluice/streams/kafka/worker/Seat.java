package io.sluice.streams.kafka.worker;

import io.sluice.locks.Lease;
import io.sluice.streams.kafka.bundle.Bundle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bundle that runs in this worker or is prepared to. It prepares itself, asks for its lock, and
 * runs once it holds that; or ahead of that, if the worker that ran the bundle is silent. It runs
 * until it is stopped or another worker takes over, also if the lock is lost meanwhile; then it
 * asks for it again.
 */
final class Seat implements Bundle.Lock {

  private static final Logger LOG = LoggerFactory.getLogger(Seat.class);

  private final Bundle bundle;
  private final Supplier<CompletableFuture<Lease>> asks;
  private final Object monitor;
  private final Thread runner;

  // Guarded by the monitor.
  private Optional<CompletableFuture<Lease>> request = Optional.empty();
  private boolean stopped;
  private boolean released;

  private volatile Optional<Lease> lease = Optional.empty();

  /** Whether it may run although its lock is not granted yet. */
  private volatile boolean ahead;

  /**
   * @param makes makes the bundle, which calls back when it is ready
   * @param asks asks for the bundle's lock
   * @param monitor is notified of changes, and guards the methods that do not say otherwise
   */
  Seat(Function<Runnable, Bundle> makes, Supplier<CompletableFuture<Lease>> asks, Object monitor) {
    this.asks = asks;
    this.monitor = monitor;
    this.bundle = makes.apply(this::ready);
    this.runner = Thread.ofPlatform().daemon().unstarted(this::run);
  }

  /** Starts the thread of the bundle, which has that name. */
  void start(String name, ClassLoader loader) {
    runner.setName(name);
    runner.setContextClassLoader(loader);
    runner.start();
  }

  private void run() {
    try {
      bundle.run();
    } finally {
      stop();
      release();
    }
  }

  Bundle bundle() {
    return bundle;
  }

  /** Whether the bundle runs here, or is about to. */
  boolean isGranted() {
    return (lease.isPresent() || ahead) && !released;
  }

  /** Whether it could run at once, and is meant to. */
  boolean isReady() {
    return request.isPresent() && !stopped;
  }

  boolean isOver() {
    return runner.getState() == Thread.State.TERMINATED;
  }

  /** Ends after its present step, or waits for its lock no more. */
  void stop() {
    synchronized (monitor) {
      stopped = true;
      request.ifPresent(asked -> asked.cancel(false));
    }
    bundle.stop();
  }

  void kill() {
    stop();
    bundle.kill();
  }

  /** Waits until its thread is gone, but not for longer than that. */
  void join(Duration patience) throws InterruptedException {
    if (!runner.join(patience)) {
      LOG.warn("{} has not ended", runner.getName());
    }
  }

  /** Runs from now on, and still waits for its lock. */
  void runAhead() {
    ahead = true;
    bundle.grant(this);
  }

  /** Whether it runs and waits for its lock. */
  boolean isAhead() {
    return ahead && lease.isEmpty();
  }

  /** Asks for its lock again if that is lost, and runs on meanwhile. */
  void askAgain() {
    if (!stopped && lease.filter(held -> !held.valid()).isPresent()) {
      ahead = true;
      lease = Optional.empty();
      ask();
    }
  }

  private void ready() {
    synchronized (monitor) {
      if (!stopped && request.isEmpty()) {
        ask();
        monitor.notifyAll();
      }
    }
  }

  private void ask() {
    var asked = asks.get();
    request = Optional.of(asked);
    var _ = asked.whenComplete((granted, failure) -> answered(granted, failure));
  }

  /** A request that fails is made again by the next seat. */
  private void answered(Lease granted, Throwable failure) {
    synchronized (monitor) {
      if (failure != null) {
        stopped = true;
        bundle.stop();
      } else if (stopped) {
        granted.close();
      } else {
        lease = Optional.of(granted);
        bundle.grant(this);
      }
      monitor.notifyAll();
    }
  }

  @Override
  public boolean mayBegin() {
    return ahead || mayTryAgain();
  }

  @Override
  public boolean mayTryAgain() {
    return lease.filter(Lease::valid).isPresent();
  }

  @Override
  public void release() {
    synchronized (monitor) {
      released = true;
      lease.ifPresent(Lease::close);
      monitor.notifyAll();
    }
  }
}
