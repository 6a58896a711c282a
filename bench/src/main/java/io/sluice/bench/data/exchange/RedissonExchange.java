package io.sluice.bench.data.exchange;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** A value of a Redis server under a lock of the same server, which keeps both in memory only. */
final class RedissonExchange implements Exchange {

  /** A value of 64 MiB on a busy core takes longer than the default of 3 s. */
  private static final int ANSWER_MILLIS = 60_000;

  /** The process that has just released the lock would acquire it again before the other one. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final RLock lock;
  private final RBucket<byte[]> bucket;
  private byte[] bytes;

  RedissonExchange(String address, long size) {
    var config = new Config().setCodec(ByteArrayCodec.INSTANCE);
    config
        .useSingleServer()
        .setAddress(address)
        .setTimeout(ANSWER_MILLIS)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(4)
        .setSubscriptionConnectionPoolSize(4);
    var redisson = Redisson.create(config);
    lock = redisson.getLock("exchange");
    bucket = redisson.getBucket("exchanged");
    bytes = new byte[Math.toIntExact(size)];
    bucket.setIfAbsent(bytes);
  }

  @Override
  public Duration pause() {
    return PAUSE;
  }

  @Override
  public MemorySegment enter(boolean first) {
    lock.lock();
    bytes = bucket.get();
    return MemorySegment.ofArray(bytes);
  }

  @Override
  public void leave(Changes changes, boolean last) {
    bucket.set(bytes);
    lock.unlock();
  }
}
