package io.sluice.bench.locks;

import java.util.Optional;

/** A service whose program is not on this machine. */
public final class AbsentLocks implements LockService {

  static final String REASON = "lockd is not installed";

  @Override
  public String name() {
    return "absent";
  }

  @Override
  public String title() {
    return "locks of another machine";
  }

  @Override
  public Optional<String> missing() {
    return Optional.of(REASON);
  }

  @Override
  public String start(Children children, int clients) {
    throw new IllegalStateException("cannot be started");
  }

  @Override
  public LockClient open(String address, int self) {
    throw new IllegalStateException("cannot be opened");
  }
}
