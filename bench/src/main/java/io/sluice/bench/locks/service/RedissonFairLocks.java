package io.sluice.bench.locks.service;

import org.redisson.api.RedissonClient;

/** Redisson's fair lock, which serves requests in their order. */
public final class RedissonFairLocks extends RedissonLocks {

  @Override
  public String name() {
    return "redisson-fair";
  }

  @Override
  public String title() {
    return "Redis + Redisson fair lock";
  }

  @Override
  public boolean readWrite() {
    return false;
  }

  @Override
  LockClient client(RedissonClient redisson) {
    return () -> MeasuredLock.of(redisson.getFairLock("exclusive"));
  }
}
