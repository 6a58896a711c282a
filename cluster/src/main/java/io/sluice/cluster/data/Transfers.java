package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.data.Copies.Fetching;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches what the protocol wants fetched, one version at a time, on a thread of its own. A
 * connection that breaks or stalls is opened again; the protocol says when another member is to be
 * asked instead. A version that a member pushes is not fetched.
 */
final class Transfers {

  private static final Logger LOG = LoggerFactory.getLogger(Transfers.class);

  /** Without a byte for so long a connection counts as broken. */
  static final long STALLED = Duration.ofSeconds(5).toNanos();

  private static final long RETRY_MILLIS = 50;

  /** How long a member that reads from this one waits for this one to begin. */
  private static final long TO_BEGIN = Duration.ofSeconds(1).toNanos();

  /** Platform threads: a virtual one is woken up by another thread when bytes have arrived. */
  static final Executor THREADS =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("sluice-fetch").factory());

  private final Resource resource;
  private final RegionPool pool;
  private final Consumer<SealedVersion> arrived;

  private final KeptConnections idle;
  private final PushedVersions pushed;

  private Optional<Fetching> wanted = Optional.empty();
  private Optional<Attempt> running = Optional.empty();

  /** Guards the two below, which threads that serve others look at. */
  private final Object arrivals = new Object();

  private boolean fetching;
  private Optional<Arriving> arriving = Optional.empty();

  /**
   * @param arrived takes a version that has arrived, retained for it
   */
  Transfers(
      Resource resource,
      RegionPool pool,
      KeptConnections idle,
      PushedVersions pushed,
      Consumer<SealedVersion> arrived) {
    this.resource = resource;
    this.pool = pool;
    this.idle = idle;
    this.pushed = pushed;
    this.arrived = arrived;
  }

  /**
   * Fetches that from now on, and nothing else; unless a member pushes it.
   *
   * @param forWriter whether a writer of this node waits for it
   */
  void follow(
      Optional<Fetching> next, View view, Optional<SealedVersion> stored, boolean forWriter) {
    if (next.equals(wanted) && (next.isEmpty() || running.isPresent())) {
      return;
    }
    cancel();
    wanted = next;
    if (next.isEmpty()) {
      return;
    }
    long version = next.get().version();
    var found = pushed.find(version);
    if (found.isPresent()) {
      arrived.accept(found.get());
    } else if (!pushed.isComing(version)) {
      begin(new Attempt(next.get(), view, stored.filter(SealedVersion::retain), forWriter));
    }
  }

  private void begin(Attempt attempt) {
    running = Optional.of(attempt);
    arrives(true, Optional.empty());
    attempt.begin();
    THREADS.execute(attempt);
  }

  private void arrives(boolean now, Optional<Arriving> what) {
    synchronized (arrivals) {
      fetching = now;
      arriving = what;
      arrivals.notifyAll();
    }
  }

  /**
   * The version that is being fetched, if it is that one or newer; retained. Waits for the
   * beginning of the fetch if need be, but not for long.
   */
  Optional<Arriving> arriving(long version) {
    long end = System.nanoTime() + TO_BEGIN;
    synchronized (arrivals) {
      while (fetching && arriving.isEmpty() && System.nanoTime() - end < 0) {
        try {
          TimeUnit.NANOSECONDS.timedWait(arrivals, end - System.nanoTime());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return Optional.empty();
        }
      }
      return arriving.filter(
          each -> each.version().version() >= version && each.version().retain());
    }
  }

  /** Ends what is being fetched. */
  void cancel() {
    running.ifPresent(Attempt::cancel);
    running = Optional.empty();
    wanted = Optional.empty();
    arrives(false, Optional.empty());
  }

  /** Reads one version from one member until it is here, or is no longer wanted. */
  private final class Attempt implements Runnable {
    private final Member from;
    private final long version;
    private final View view;
    private final Fetch fetch;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private Optional<ByteChannel> channel = Optional.empty();

    private boolean triedElsewhere;

    /** Where the version was requested already; for one attempt. */
    private Optional<ByteChannel> begun = Optional.empty();

    Attempt(Fetching what, View view, Optional<SealedVersion> base, boolean forWriter) {
      this.from = view.members().get(what.from());
      this.version = what.version();
      this.view = view;
      this.fetch = new Fetch(version, pool, base, forWriter, this::arrives);
    }

    private void arrives(Arriving next) {
      synchronized (arrivals) {
        if (!over.isDone()) {
          arriving = Optional.of(next);
          arrivals.notifyAll();
        }
      }
    }

    /** Requests the version already, if a connection was kept that is still good. */
    void begin() {
      var kept = idle.take(from);
      if (kept.isEmpty()) {
        return;
      }
      try {
        fetch.begin(kept.get());
        begun = kept;
      } catch (IOException e) {
        failed(e);
        KeptConnections.close(kept.get());
      }
    }

    @Override
    public void run() {
      try {
        while (!over.isDone()) {
          var found = attempt();
          if (found.isPresent()) {
            arrived.accept(found.get());
            return;
          }
          pause();
        }
      } finally {
        begun.ifPresent(KeptConnections::close);
        fetch.close();
      }
    }

    private void pause() {
      try {
        over.get(RETRY_MILLIS, TimeUnit.MILLISECONDS);
      } catch (java.util.concurrent.TimeoutException e) {
        LOG.trace("again", e);
      } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
        over.complete(null);
      }
    }

    private Optional<SealedVersion> attempt() {
      var transport = resource.host().transport();
      var near = transport.neighbour(from);
      if (near.isPresent()) {
        return near.get().sealed(resource.name(), version).map(SealedVersion.class::cast);
      }
      var found = begun.flatMap(channel -> attempt(from, channel));
      begun = Optional.empty();
      if (found.isEmpty() && !isSentElsewhere()) {
        found = attempt(from);
      }
      return found.isEmpty() && isSentElsewhere() ? attemptElsewhere() : found;
    }

    private boolean isSentElsewhere() {
      return fetch.elsewhere().isPresent() && !triedElsewhere;
    }

    /**
     * A member was named that reads the same. It may not go on, and then the first one is asked.
     */
    private Optional<SealedVersion> attemptElsewhere() {
      triedElsewhere = true;
      var named = fetch.elsewhere().map(each -> new Member(each.high(), each.low(), ""));
      return view.members().stream()
          .filter(each -> named.equals(Optional.of(each)))
          .findFirst()
          .flatMap(this::attempt)
          .or(() -> attempt(from));
    }

    private Optional<SealedVersion> attempt(Member peer) {
      var kept = idle.take(peer);
      var found = kept.flatMap(channel -> attempt(peer, channel));
      if (found.isPresent() || isSentElsewhere() || over.isDone()) {
        return found;
      }
      try {
        return attempt(peer, resource.host().transport().read(peer, resource.name()));
      } catch (IOException e) {
        failed(e);
        return Optional.empty();
      }
    }

    private Optional<SealedVersion> attempt(Member peer, ByteChannel opened) {
      boolean whole = false;
      try {
        if (!use(opened)) {
          return Optional.empty();
        }
        watch(opened);
        var found = fetch.run(opened);
        whole = release();
        return found.filter(this::isNewEnough);
      } catch (IOException e) {
        failed(e);
        return Optional.empty();
      } finally {
        if (whole) {
          idle.keep(peer, opened);
        } else {
          KeptConnections.close(opened);
        }
      }
    }

    private void failed(IOException e) {
      LOG.debug("reading version {} of {} from {} failed", version, resource.name(), from, e);
    }

    private boolean isNewEnough(SealedVersion found) {
      if (found.version() < version) {
        found.release();
        return false;
      }
      return true;
    }

    /** Whether the connection is still open, and so may be kept. */
    private synchronized boolean release() {
      channel = Optional.empty();
      return !over.isDone();
    }

    private synchronized boolean isUsing(ByteChannel opened) {
      return channel.filter(opened::equals).isPresent();
    }

    private synchronized boolean use(ByteChannel opened) {
      channel = Optional.of(opened);
      return !over.isDone();
    }

    /** Closes the connection if nothing arrives for too long. */
    private void watch(ByteChannel opened) {
      Executor later = CompletableFuture.delayedExecutor(STALLED / 2, TimeUnit.NANOSECONDS);
      later.execute(
          () -> {
            if (!opened.isOpen() || !isUsing(opened)) {
              return;
            }
            if (System.nanoTime() - fetch.lastProgress() > STALLED) {
              LOG.info("{} has sent nothing for a while; connecting again", from);
              KeptConnections.close(opened);
            } else {
              watch(opened);
            }
          });
    }

    synchronized void cancel() {
      over.complete(null);
      channel.ifPresent(KeptConnections::close);
    }
  }
}
