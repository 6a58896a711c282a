package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.io.IOException;
import java.util.Optional;

/**
 * Curator's recipes on one ZooKeeper server whose log is in memory, so it never waits for a disk.
 */
public final class CuratorInMemoryLocks extends CuratorLocks {

  @Override
  public String name() {
    return "curator-in-memory";
  }

  @Override
  public String title() {
    return "ZooKeeper, 1 server, log in memory + Curator `InterProcessMutex`";
  }

  @Override
  public Optional<String> missing() {
    return Children.missingMemory();
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    return start(children, children.folder(Children.memory()));
  }
}
