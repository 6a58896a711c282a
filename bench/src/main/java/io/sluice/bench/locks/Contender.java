package io.sluice.bench.locks;

import io.sluice.bench.locks.Entry.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of a lock service in a process of its own. The coordinator tells it to
 *
 * <ul>
 *   <li>{@code clock}: answer with the time, which proves that the clock is common;
 *   <li>{@code open SERVICE ADDRESS SELF}: become a client;
 *   <li>{@code meet CLIENTS}: wait until it sees the others;
 *   <li>{@code run ROUND DIARY}: take part in a {@link Round};
 *   <li>{@code idle LOCKS}: visit so many locks; answers with the bytes of heap that they keep.
 * </ul>
 */
final class Contender {

  private static final double READERS = 0.9;

  private int self;
  private Optional<LockClient> client = Optional.empty();

  private Contender() {}

  static void main() throws InterruptedException {
    Conversation.hold(new Contender()::answer);
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
        client().meet(Integer.parseInt(words.get(1)));
        yield "met";
      }
      case "run" -> run(Round.of(words.subList(1, 1 + Round.WORDS)), Path.of(words.getLast()));
      case "idle" -> Long.toString(idle(Integer.parseInt(words.get(1))));
      default -> throw new IllegalArgumentException("what is " + words + "?");
    };
  }

  private LockClient client() {
    return client.orElseThrow(() -> new IllegalStateException("not open"));
  }

  private String run(Round round, Path diary) throws Exception {
    return switch (round.kind()) {
      case LONE -> alone(round, client().exclusive());
      case CONTENDED -> {
        var door = client().exclusive();
        try (var entries = new Diary.Writer(diary)) {
          await(round.begin());
          while (enter(Mode.EXCLUSIVE, door, round.end(), entries)) {}
        }
        yield "ran";
      }
      case READ_WRITE -> {
        var reading = client().reading();
        var writing = client().writing();
        var random = new SplittableRandom(self);
        try (var entries = new Diary.Writer(diary)) {
          await(round.begin());
          while (random.nextDouble() < READERS
              ? enter(Mode.READ, reading, round.end(), entries)
              : enter(Mode.WRITE, writing, round.end(), entries)) {}
        }
        yield "ran";
      }
    };
  }

  private long idle(int locks) throws Exception {
    long before = heap();
    for (int lock = 0; lock < locks; lock++) {
      client().visit(lock);
    }
    return heap() - before;
  }

  /** Bytes in use; asking for a collection means one with this collector, and all of it. */
  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Nothing but the lock and a look at the clock: a million a second must not be written down. */
  private static String alone(Round round, MeasuredLock door) throws Exception {
    await(round.begin());
    long start = System.nanoTime();
    long now = start;
    long pairs = 0;
    while (now < round.end()) {
      door.enter();
      door.leave();
      pairs++;
      now = System.nanoTime();
    }
    return pairs + Conversation.SEPARATOR + (now - start);
  }

  /** An entry, with nothing done inside; false when it is too late for another. */
  private static boolean enter(Mode mode, MeasuredLock door, long end, Diary.Writer entries)
      throws Exception {
    long asked = System.nanoTime();
    if (asked >= end) {
      return false;
    }
    door.enter();
    long entered = System.nanoTime();
    long left = System.nanoTime();
    door.leave();
    entries.add(mode, asked, entered, left);
    return true;
  }

  private static void await(long moment) {
    for (long rest = moment - System.nanoTime(); rest > 0; rest = moment - System.nanoTime()) {
      LockSupport.parkNanos(rest);
    }
  }
}
