package io.sluice.locks.leader;

import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import io.sluice.locks.LockUnavailableException;
import io.sluice.locks.Priority;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for leadership until it is closed. At most one candidate of a cluster leads under a name
 * at any time; when the leader resigns, is closed, or its node is cut off, crashes or departs, the
 * most urgent of the others leads, among equals the one that has waited longest.
 *
 * <pre>{@code
 * try (Candidate candidate = sluice.leader("scheduler").stand()) {
 *   if (candidate.awaitLeadership(Duration.ofSeconds(10))) {
 *     candidate.term().ifPresent(term -> store.put(row, term.fence()));
 *   }
 * }
 * }</pre>
 *
 * <p>The callbacks are called on one thread, one after the other: granted, revoked, granted, ... If
 * leadership ends before the granted callback has returned, its thread is interrupted, and the
 * revoked callback is called when it has returned. A granted callback that throws before its term
 * has ended has failed: the exception is logged, the term ends, and the candidate stands again a
 * second later.
 *
 * <p>A leader that resigns or is closed releases its leadership after the revoked callback has
 * returned, so that the next one does not begin before that. One that was cut off cannot be waited
 * for: it learns of its loss, but other candidates may lead by then. What a leader writes to should
 * therefore refuse lower fencing numbers than the highest it has seen.
 */
public final class Candidate implements AutoCloseable {

  /** Before the names under which candidates stand, which are names of their own. */
  static final String PREFIX = "leader/";

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Candidate.class);

  /**
   * The time in which a candidate leads.
   *
   * @param fence the fencing number: higher than that of every earlier leader
   */
  public record Term(String name, long fence) {}

  /** Describes a candidate; as {@link Sluice#leader} shows. */
  public static final class Builder {
    private final Sluice sluice;
    private final String name;
    private Priority priority = Priority.NORMAL;
    private Consumer<Term> granted = _ -> {};
    private Runnable revoked = () -> {};

    /** As {@link Sluice#leader}. */
    public Builder(Sluice sluice, String name) {
      this.sluice = sluice;
      this.name = name;
    }

    /** The more urgent lead first; {@link Priority#NORMAL} unless set. A leader is not replaced. */
    public Builder priority(Priority chosen) {
      priority = chosen;
      return this;
    }

    /** Called when this candidate becomes the leader. It may last as long as the term. */
    public Builder onGranted(Consumer<Term> callback) {
      granted = callback;
      return this;
    }

    /** Called when this candidate is the leader no longer, in whatever way that came. */
    public Builder onRevoked(Runnable callback) {
      revoked = callback;
      return this;
    }

    /** Stands for leadership, and does not wait for it. */
    public Candidate stand() {
      var candidate = new Candidate(this);
      candidate.thread.start();
      return candidate;
    }
  }

  private final Sluice sluice;
  private final String name;
  private final Priority priority;
  private final Consumer<Term> granted;
  private final Runnable revoked;
  private final Thread thread;

  // Guarded by this:
  private Optional<Lease> lease = Optional.empty();
  private boolean closed;
  private boolean resigned;
  private boolean granting;
  private boolean failing;
  private CompletableFuture<Lease> asked = new CompletableFuture<>();
  private Optional<RuntimeException> failure = Optional.empty();

  private Candidate(Builder builder) {
    // A builder may be changed afterwards, and describe another candidate.
    this.sluice = builder.sluice;
    this.name = builder.name;
    this.priority = builder.priority;
    this.granted = builder.granted;
    this.revoked = builder.revoked;
    this.thread = Thread.ofVirtual().name("candidate for " + name).unstarted(this::serve);
  }

  /** The name for which it stands. */
  public String name() {
    return name;
  }

  /** Whether this candidate leads at this moment. */
  public synchronized boolean isLeader() {
    return lease.filter(held -> held.valid() && !isLeaving()).isPresent();
  }

  /** The present term, if this candidate leads. */
  public synchronized Optional<Term> term() {
    return isLeader() ? lease.map(this::termOf) : Optional.empty();
  }

  /**
   * How long this candidate leads even if its node is cut off from the others from now on; as
   * {@link Lease#remaining}.
   */
  public synchronized Optional<Duration> remaining() {
    return isLeader() ? lease.orElseThrow().remaining() : Optional.of(Duration.ZERO);
  }

  private Term termOf(Lease held) {
    return new Term(name, held.fence());
  }

  /**
   * Waits until this candidate leads.
   *
   * @return whether it did so within that time
   * @throws LockUnavailableException if it never can: its node is closed, or the name is used
   *     otherwise
   * @throws IllegalArgumentException if it never can, since the name is too long
   */
  public synchronized boolean awaitLeadership(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + LongestTime.nanos(timeout);
    while (!isLeader()) {
      if (failure.isPresent()) {
        throw failure.get();
      }
      long left = end - System.nanoTime();
      if (left <= 0 || closed) {
        return false;
      }
      wait(Math.max(1, left / 1_000_000));
    }
    return true;
  }

  /**
   * Ends the present term, if this candidate leads, and stands again, behind all that are equally
   * urgent. Does not wait for the revoked callback.
   */
  public synchronized void resign() {
    if (lease.isPresent()) {
      resigned = true;
      wake();
    }
  }

  /**
   * Ends the present term, and stands no longer. Waits until the revoked callback has returned,
   * unless a callback calls it.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      asked.cancel(false);
      wake();
    }
    if (!Thread.currentThread().equals(thread)) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void wake() {
    if (granting && !Thread.currentThread().equals(thread)) {
      thread.interrupt();
    }
    notifyAll();
  }

  /** A thread that is late with that must not interrupt the callback of the next term. */
  private synchronized void lost(Lease held) {
    if (lease.filter(present -> present == held).isPresent()) {
      wake();
    }
  }

  private boolean isLeaving() {
    return closed || resigned;
  }

  private void serve() {
    for (var next = next(); next.isPresent(); next = next()) {
      try (Lease held = next.get()) {
        if (begin(held)) {
          grant(held);
          awaitEnd(held);
          revoke();
          end();
        }
      }
      pauseAfterFailure();
    }
  }

  /** A callback that fails each time must not keep all candidates busy with terms. */
  private synchronized void pauseAfterFailure() {
    long end = System.nanoTime() + PAUSE.toNanos();
    for (long left = PAUSE.toMillis(); failing && !closed && left > 0; ) {
      try {
        wait(left);
      } catch (InterruptedException e) {
        LOG.debug("an interrupt of a candidate that pauses has no effect");
      }
      left = (end - System.nanoTime()) / 1_000_000;
    }
    failing = false;
  }

  /** Waits for leadership; nothing once this candidate stands no longer. */
  private Optional<Lease> next() {
    try {
      return Optional.of(await(ask()));
    } catch (CancellationException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      return fail(
          e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e));
    } catch (RuntimeException e) { // The name cannot be asked for.
      return fail(e);
    }
  }

  private synchronized CompletableFuture<Lease> ask() {
    if (closed) {
      throw new CancellationException();
    }
    asked = sluice.prioritySemaphore(PREFIX + name, 1).acquireAsync(priority);
    return asked;
  }

  /** Only callbacks are interrupted; an interrupt that comes here is none of ours. */
  private static Lease await(CompletableFuture<Lease> future) throws ExecutionException {
    while (true) {
      try {
        return future.get();
      } catch (InterruptedException e) {
        LOG.debug("an interrupt of a candidate that waits has no effect");
      }
    }
  }

  private synchronized Optional<Lease> fail(RuntimeException why) {
    if (!closed) {
      LOG.warn("the candidate for '{}' stands no longer: {}", name, why.getMessage());
    }
    failure = Optional.of(why);
    notifyAll();
    return Optional.empty();
  }

  /**
   * Begins a term, of which both callbacks are told, unless it has ended already; whether it has
   * begun.
   */
  private synchronized boolean begin(Lease held) {
    resigned = false;
    if (closed || !held.valid()) {
      return false;
    }
    lease = Optional.of(held);
    granting = true;
    held.onLost(() -> lost(held));
    LOG.info("leads '{}', with fence {}", name, held.fence());
    notifyAll();
    return true;
  }

  private void grant(Lease held) {
    if (!held.valid()) {
      // The lease may have run out before the node notices, which interrupts the callback later.
      Thread.currentThread().interrupt();
    }
    boolean failed = false;
    try {
      granted.accept(termOf(held));
    } catch (Throwable e) {
      failed = isLeader(); // Otherwise it may have been interrupted by the end of its term.
      if (failed) {
        LOG.error("the leader's callback for '{}' failed, and ends the term", name, e);
      } else {
        LOG.debug("the leader's callback for '{}' ended after its term", name, e);
      }
    }
    synchronized (this) {
      granting = false;
      boolean _ = Thread.interrupted();
      resigned |= failed;
      failing = failed;
    }
  }

  private synchronized void awaitEnd(Lease held) {
    while (held.valid() && !isLeaving()) {
      try {
        wait();
      } catch (InterruptedException e) {
        LOG.debug("an interrupt of a leader without a callback has no effect");
      }
    }
    if (!isLeaving()) {
      LOG.warn("leads '{}' no longer: its leadership was lost", name);
    }
  }

  private void revoke() {
    try {
      revoked.run();
    } catch (Throwable e) {
      LOG.error("the callback for the end of the term of '{}' failed", name, e);
    }
  }

  private synchronized void end() {
    lease = Optional.empty();
    boolean _ = Thread.interrupted();
  }
}
