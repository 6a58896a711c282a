package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import io.sluice.cluster.runtime.Resource;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Versions that other members push to this one ({@link Pushing}). It uses only what was announced
 * in the current view. If the connection ends, or the bytes do not come, or come damaged, it
 * fetches the version as if nothing had been announced.
 *
 * <p>For tasks of the lock's mailbox, unless said otherwise.
 */
final class PushedVersions {

  private static final Logger LOG = LoggerFactory.getLogger(PushedVersions.class);

  private final Resource resource;
  private final RegionPool pool;
  private final Runnable changed;

  /** How many connections each member has opened to this one. */
  private final Map<Member, Integer> connected = new ConcurrentHashMap<>();

  /** The latest push that was announced in this view, if it is still of use. */
  private Optional<Announced> announced = Optional.empty();

  private long announcedAt;

  /** Whether a timer runs, at whose end the announcement may count no longer. */
  private boolean watched;

  /** The version that was pushed last; retained. */
  private Optional<Received> received = Optional.empty();

  private record Announced(Member from, long version) {}

  private record Received(Member from, SealedVersion version) {
    Announced announced() {
      return new Announced(from, version.version());
    }
  }

  /**
   * @param changed called when a version that was announced is here, or will not come
   */
  PushedVersions(Resource resource, RegionPool pool, Runnable changed) {
    this.resource = resource;
    this.pool = pool;
    this.changed = changed;
  }

  /** A member has opened a connection to this one; on any thread. */
  void connected(Member peer) {
    connected.merge(peer, 1, Integer::sum);
  }

  /** Such a connection has ended; on any thread. */
  void disconnected(Member peer) {
    connected.computeIfPresent(peer, (_, count) -> count > 1 ? count - 1 : null);
    resource.withData(_ -> changed.run());
  }

  /** A member has announced a push. */
  void announced(Member from, long version) {
    announced = Optional.of(new Announced(from, version));
    announcedAt = System.nanoTime();
  }

  /**
   * Reads a version that a member pushes; on the thread of the connection.
   *
   * @param there the version that is here, as far as that member knows
   * @param base the version that is here; retained, and released by this method
   */
  void receive(
      Member from, long version, long there, ByteChannel channel, Optional<SealedVersion> base)
      throws IOException {
    var fetch = new Fetch(version, pool, base, false, _ -> {});
    try {
      var found = fetch.take(channel, there);
      resource.withData(_ -> received(new Announced(from, version), found));
    } finally {
      fetch.close();
    }
  }

  private void received(Announced push, Optional<SealedVersion> found) {
    forget();
    received = found.map(each -> new Received(push.from, each));
    if (found.isEmpty() && announced.equals(Optional.of(push))) {
      announced = Optional.empty();
    }
    changed.run();
  }

  /** That version or a newer one, if it was announced and is here; retained. */
  Optional<SealedVersion> find(long version) {
    return received
        .filter(each -> announced.equals(Optional.of(each.announced())))
        .map(Received::version)
        .filter(each -> each.version() >= version && each.retain());
  }

  /** Whether that version or a newer one was announced and may still come. */
  boolean isComing(long version) {
    var push = announced.filter(each -> each.version >= version);
    boolean coming = push.isPresent() && connected.containsKey(push.get().from);
    if (coming && !watched) {
      watch(Transfers.STALLED);
    }
    return coming;
  }

  /** An announcement counts no longer when its bytes do not come for too long. */
  private void watch(long nanos) {
    watched = true;
    CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS)
        .execute(() -> resource.withData(_ -> check()));
  }

  private void check() {
    watched = false;
    long left = announcedAt + Transfers.STALLED - System.nanoTime();
    if (announced.isPresent() && left > 0) {
      watch(left);
    } else if (announced.isPresent()) {
      LOG.info("{} has announced a version and not sent it; reading it", announced.get().from);
      announced = Optional.empty();
      changed.run();
    }
  }

  /** A version is stored here, and older ones are of no use. */
  void stored(long version) {
    announced = announced.filter(each -> each.version > version);
    if (received.isPresent() && received.get().version.version() <= version) {
      forget();
    }
  }

  private void forget() {
    received.ifPresent(each -> each.version.release());
    received = Optional.empty();
  }

  /** The view has changed, or the node departs. */
  void clear() {
    announced = Optional.empty();
    forget();
  }
}
