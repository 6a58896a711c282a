package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.measure.Entry.Mode;
import io.sluice.bench.locks.service.LockClient;
import io.sluice.bench.locks.service.MeasuredLock;
import io.sluice.bench.locks.service.Services;
import io.sluice.bench.process.CommandLoop;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of a lock service in a process of its own. Its commands:
 *
 * <ul>
 *   <li>{@code clock}: answers with the time, to show that processes share a clock;
 *   <li>{@code open SERVICE ADDRESS SELF}: becomes a client;
 *   <li>{@code meet CLIENTS}: waits until it knows all other clients;
 *   <li>{@code run ROUND LOG}: runs its part of a {@link Round} and logs its entries;
 *   <li>{@code idle LOCKS}: uses LOCKS locks once; answers with the bytes of heap they keep.
 * </ul>
 */
final class Contender {

  private static final double READ_SHARE = 0.9;

  private static final long PACED_STAY = TimeUnit.MILLISECONDS.toNanos(1);

  private int self;
  private int clients;
  private Optional<LockClient> client = Optional.empty();

  private Contender() {}

  static void main() throws InterruptedException {
    CommandLoop.run(new Contender()::answer);
  }

  private String answer(List<String> words) throws Exception {
    return switch (words.getFirst()) {
      case "clock" -> Long.toString(System.nanoTime());
      case "open" -> {
        self = Integer.parseInt(words.get(3));
        client = Optional.of(Services.named(words.get(1)).open(words.get(2), self));
        yield "opened";
      }
      case "meet" -> {
        clients = Integer.parseInt(words.get(1));
        client().awaitPeers(clients);
        yield "met";
      }
      case "run" -> run(Round.of(words.subList(1, 1 + Round.WORDS)), Path.of(words.getLast()));
      case "idle" -> Long.toString(idle(Integer.parseInt(words.get(1))));
      default -> throw new IllegalArgumentException("unknown command " + words);
    };
  }

  private LockClient client() {
    return client.orElseThrow(() -> new IllegalStateException("not open"));
  }

  private String run(Round round, Path log) throws Exception {
    return switch (round.kind()) {
      case COLD -> {
        var lock = client().exclusive();
        try (var entries = new EntryLog.Writer(log)) {
          await(round.begin());
          for (int entry = 0; entry < Plan.coldEntries(clients); entry++) {
            enter(Mode.EXCLUSIVE, lock, 0, Long.MAX_VALUE, entries);
          }
        }
        yield "ran";
      }
      case LONE -> alone(round, client().exclusive());
      case CONTENDED -> contend(round, 0, log);
      case PACED -> contend(round, PACED_STAY, log);
      case READ_WRITE -> {
        var reading = client().reading();
        var writing = client().writing();
        var random = new SplittableRandom(self);
        try (var entries = new EntryLog.Writer(log)) {
          await(round.begin());
          while (random.nextDouble() < READ_SHARE
              ? enter(Mode.READ, reading, 0, round.end(), entries)
              : enter(Mode.WRITE, writing, 0, round.end(), entries)) {}
        }
        yield "ran";
      }
    };
  }

  private String contend(Round round, long stay, Path log) throws Exception {
    var lock = client().exclusive();
    try (var entries = new EntryLog.Writer(log)) {
      await(round.begin());
      while (enter(Mode.EXCLUSIVE, lock, stay, round.end(), entries)) {}
    }
    return "ran";
  }

  private long idle(int locks) throws Exception {
    long before = heap();
    for (int lock = 0; lock < locks; lock++) {
      client().visit(lock);
    }
    return heap() - before;
  }

  /** Bytes in use, after a full collection: with the serial collector the request is honoured. */
  static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Counts acquisitions; at a million a second, logging each would dominate the time. */
  private static String alone(Round round, MeasuredLock lock) throws Exception {
    await(round.begin());
    long start = System.nanoTime();
    long now = start;
    long pairs = 0;
    while (now < round.end()) {
      lock.acquire();
      lock.release();
      pairs++;
      now = System.nanoTime();
    }
    return pairs + CommandLoop.SEPARATOR + (now - start);
  }

  /**
   * One acquisition; false once the round has ended.
   *
   * @param stay how long it stays inside, in nanoseconds
   */
  private static boolean enter(
      Mode mode, MeasuredLock lock, long stay, long end, EntryLog.Writer entries) throws Exception {
    long asked = System.nanoTime();
    if (asked >= end) {
      return false;
    }
    lock.acquire();
    long entered = System.nanoTime();
    await(entered + stay);
    long left = System.nanoTime();
    lock.release();
    entries.add(mode, asked, entered, left);
    return true;
  }

  /** Waits until that time of the monotonic clock. */
  static void await(long moment) {
    for (long rest = moment - System.nanoTime(); rest > 0; rest = moment - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }
}
