package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.util.Optional;

/** A service whose server is not installed on this machine. */
public final class UninstalledLocks implements LockService {

  public static final String REASON = "lockd is not installed";

  @Override
  public String name() {
    return "uninstalled";
  }

  @Override
  public String title() {
    return "an uninstalled service";
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
