package io.sluice.bench.locks;

/** A service that lets everybody in at any time: the measurement must notice. */
public final class NoLocks implements LockService {

  @Override
  public String name() {
    return "open-doors";
  }

  @Override
  public String title() {
    return "no lock at all";
  }

  @Override
  public String start(Children children, int clients) {
    return "everywhere";
  }

  @Override
  public LockClient open(String address, int self) {
    return () ->
        new MeasuredLock() {
          @Override
          public void enter() {}

          @Override
          public void leave() {}
        };
  }
}
