package org.example.ring;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Adds to a number in a file that other processes add to as well. Between reading and writing
 * another process could do the same, and one of the two additions would be lost; the lock forbids
 * that.
 */
public final class Counter {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Counter() {}

  /** Takes the cluster's name, the file, and how often to add 1. */
  public static void main(String[] args) throws Exception {
    try (var sluice = join(args[0])) {
      add(sluice, Path.of(args[1]), Integer.parseInt(args[2]));
    }
  }

  static Sluice join(String cluster) {
    return Sluice.named(cluster).over(Tcp.loopback()).algorithm(LazyRing.ALGORITHM).join();
  }

  static void add(Sluice sluice, Path file, int times) throws Exception {
    var lock = sluice.lock("counter");
    for (int i = 0; i < times; i++) {
      try (var _ = lock.acquire(PATIENCE)) {
        int number = Integer.parseInt(Files.readString(file));
        Files.writeString(file, Integer.toString(number + 1));
      }
    }
  }
}
