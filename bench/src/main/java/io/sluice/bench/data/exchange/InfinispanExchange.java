package io.sluice.bench.data.exchange;

import static java.util.Objects.requireNonNull;

import io.sluice.bench.locks.service.InfinispanLocks;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.CacheMode;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.lock.EmbeddedClusteredLockManagerFactory;
import org.infinispan.lock.api.ClusteredLock;
import org.infinispan.manager.DefaultCacheManager;

/**
 * An entry of a distributed cache under a clustered lock. Both processes are members, and lock and
 * entry have one owner each, so the bytes cross the network once a hand-over.
 */
final class InfinispanExchange implements Exchange {

  private static final String KEY = "exchanged";
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** The process that has just released the lock could acquire it again before the other one. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** What a member has once the cluster is complete. */
  private record Open(Cache<String, byte[]> cache, ClusteredLock lock) {}

  private final DefaultCacheManager member;
  private final long size;
  private Optional<Open> open = Optional.empty();
  private byte[] bytes = {};

  InfinispanExchange(String address, int self, long size) throws IOException {
    this.member = InfinispanLocks.member(address, self);
    this.size = size;
  }

  @Override
  public void awaitPeers(int clients) {
    while (member.getMembers().size() < clients) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    var oneOwner = new ConfigurationBuilder();
    oneOwner.clustering().cacheMode(CacheMode.DIST_SYNC).hash().numOwners(1);
    member.defineConfiguration("data", oneOwner.build());
    Cache<String, byte[]> cache = member.getCache("data");
    cache.putIfAbsent(KEY, new byte[Math.toIntExact(size)]);
    var locks = EmbeddedClusteredLockManagerFactory.from(member);
    locks.defineLock(KEY);
    open = Optional.of(new Open(cache, locks.get(KEY)));
  }

  @Override
  public Duration pause() {
    return PAUSE;
  }

  @Override
  public MemorySegment enter(boolean first) throws Exception {
    var there = open.orElseThrow();
    there.lock().lock().get();
    bytes = requireNonNull(there.cache().get(KEY));
    return MemorySegment.ofArray(bytes);
  }

  @Override
  public void leave(Changes changes, boolean last) throws Exception {
    var there = open.orElseThrow();
    there.cache().put(KEY, bytes);
    there.lock().unlock().get();
  }
}
