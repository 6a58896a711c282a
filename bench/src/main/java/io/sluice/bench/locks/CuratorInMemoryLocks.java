package io.sluice.bench.locks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Curator's recipes on one ZooKeeper server that never waits for a disk: its log is in memory. */
public final class CuratorInMemoryLocks extends CuratorLocks {

  private static final Path MEMORY = Path.of("/dev/shm");

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
    return Files.isWritable(MEMORY)
        ? Optional.empty()
        : Optional.of("no " + MEMORY + " to write to");
  }

  @Override
  public String start(Children children, int clients) throws IOException, InterruptedException {
    return start(children, children.folder(MEMORY));
  }
}
