package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;

/** A service that does not exclude anything: the measurement must notice. */
public final class BrokenLocks implements LockService {

  @Override
  public String name() {
    return "broken";
  }

  @Override
  public String title() {
    return "no lock at all";
  }

  @Override
  public String start(Children children, int clients) {
    return "none";
  }

  @Override
  public LockClient open(String address, int self) {
    return () ->
        new MeasuredLock() {
          @Override
          public void acquire() {}

          @Override
          public void release() {}
        };
  }
}
