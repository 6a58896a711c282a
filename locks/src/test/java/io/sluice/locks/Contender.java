package io.sluice.locks;

import static io.sluice.locks.LaunchedProcess.say;

import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A process of its own that wants the lock {@code x} again and again, and writes down what becomes
 * of that, a line each: {@code ask AT}, then {@code told AT} if it timed out, with the view that it
 * is in, or {@code in FROM PARTS} and {@code out FROM TO PARTS} or {@code lost FROM TO PARTS}, with
 * the {@link Held.Part}s that it has; {@code unaware} if it was never told of a loss. It leaves
 * when its input ends.
 *
 * <p>Arguments: the cluster, its own name, its manner, the lease in milliseconds, then possibly
 * where the others are (see {@link LaunchedProcess#network}) and its {@link Kind}.
 */
public final class Contender {

  /** What a contender does once it is a member. */
  public enum Manner {
    /** Enters for some milliseconds, again and again. */
    BUSY,
    /** Enters once, and stays until its input ends or it loses the lock. */
    KEEPER,
    /** Is a member and wants nothing. */
    BYSTANDER
  }

  /** What is contended for. */
  interface Prize {
    Held acquire(Duration patience) throws InterruptedException, TimeoutException;
  }

  /** Kinds of what is contended for. */
  public enum Kind {
    /** The lock {@code x}. */
    LOCK,
    /** The lock {@code x} and three others, named in any order. */
    SEVERAL_LOCKS,
    /** A unit of the semaphore {@code x} of two. */
    UNIT,
    /** Two units, or all, of the semaphore {@code x} of {@link #UNITS}: no two have that many. */
    SEVERAL_UNITS,
    /** The lock {@code x}, which many want to hold for longer than they may. */
    LIMITED,
    /** The lock {@code x}, which each first writes and then reads. */
    DOWNGRADE,
    /** The lock {@code x}, to read or to write; a keeper writes. */
    READ_OR_WRITE,
    /** One of two rooms of the lock {@code x}; a keeper has one of its own. */
    ROOM;

    /** How many units there are where several are wanted. */
    public static final int UNITS = 3;

    /** How long a keeper may have what is limited; the limit of the others is shorter. */
    static final Duration LIMIT = Duration.ofMillis(600);

    private static final Duration SHORT_LIMIT = Duration.ofMillis(3);

    private Prize of(Sluice sluice, Manner manner) {
      return switch (this) {
        case LOCK -> patience -> Held.of(sluice.lock("x").acquire(patience));
        case SEVERAL_LOCKS ->
            patience -> {
              var names = new ArrayList<>(List.of("w", "x", "y", "z"));
              Collections.shuffle(names);
              return Held.of(sluice.multiLock(names.toArray(String[]::new)).acquire(patience));
            };
        case UNIT -> {
          var semaphore = sluice.prioritySemaphore("x", 2);
          yield patience -> Held.of(semaphore.acquire(Priority.NORMAL, patience));
        }
        case SEVERAL_UNITS -> {
          var semaphore = sluice.prioritySemaphore("x", UNITS);
          yield patience -> {
            int count = ThreadLocalRandom.current().nextInt(2, UNITS + 1);
            return Held.of(semaphore.acquire(count, Priority.NORMAL, patience));
          };
        }
        case LIMITED -> {
          var lock = sluice.lock("x").holdAtMost(manner == Manner.KEEPER ? LIMIT : SHORT_LIMIT);
          yield patience -> Held.of(lock.acquire(patience));
        }
        case DOWNGRADE -> {
          var pair = sluice.readWriteLock("x");
          yield patience -> Held.writing(pair, pair.writeLock().acquire(patience));
        }
        case READ_OR_WRITE -> {
          var pair = sluice.readWriteLock("x");
          yield patience ->
              manner == Manner.KEEPER || ThreadLocalRandom.current().nextBoolean()
                  ? Held.of(pair.writeLock().acquire(patience))
                  : Held.in(Claim.SHARED.room(), pair.readLock().acquire(patience));
        }
        case ROOM -> {
          var rooms = sluice.groupLock("x");
          yield patience -> {
            String room =
                manner == Manner.KEEPER ? "kept" : "room" + ThreadLocalRandom.current().nextInt(2);
            return Held.in(room, rooms.enter(room, patience));
          };
        }
      };
    }

    /** The kind that the arguments name. */
    private static Kind of(String[] args) {
      var named = List.of(args).subList(4, args.length);
      return List.of(values()).stream()
          .filter(kind -> named.contains(kind.name()))
          .findFirst()
          .orElse(LOCK);
    }
  }

  /** How long a contender waits for what it must be told. */
  static final long LONG_SECONDS = 120;

  private static final int RARE_NAMES = 8;

  private Contender() {}

  public static void main(String[] args) throws Exception {
    contend(args, joining -> joining.over(LaunchedProcess.network(args)));
  }

  /** Contends for the {@link Kind} that the arguments name, over any transport. */
  public static void contend(String[] args, UnaryOperator<Sluice.Builder> over) throws Exception {
    contend(args, over, Kind.of(args)::of);
  }

  /**
   * Contends, over any transport.
   *
   * @param args the cluster, the node's name, the manner, the lease in milliseconds
   * @param over chooses the transport
   * @param prize what for
   */
  static void contend(
      String[] args, UnaryOperator<Sluice.Builder> over, BiFunction<Sluice, Manner, Prize> prize)
      throws Exception {
    var manner = Manner.valueOf(args[2]);
    var ended = LaunchedProcess.ended();
    try (var sluice = LaunchedProcess.joining(args, over).join()) {
      if (!sluice.awaitMembership(Duration.ofSeconds(60))) {
        say("never a member");
      }
      say("member");
      var wanted = prize.apply(sluice, manner);
      while (!ended.get()) {
        if (manner == Manner.BYSTANDER) {
          Thread.onSpinWait();
          TimeUnit.MILLISECONDS.sleep(5);
        } else if (enter(sluice, wanted, manner, ended) && manner == Manner.KEEPER) {
          break;
        } else if (ThreadLocalRandom.current().nextInt(4) == 0) {
          useARareName(sluice);
        }
      }
    }
    say("bye");
  }

  /** Names that are used now and then are proposed to be forgotten all the time. */
  private static void useARareName(Sluice sluice) throws InterruptedException {
    String name = "rare-" + ThreadLocalRandom.current().nextInt(RARE_NAMES);
    sluice.lock(name).tryAcquire().ifPresent(Lease::close);
  }

  private static boolean enter(Sluice sluice, Prize wanted, Manner manner, AtomicBoolean ended)
      throws InterruptedException {
    say("ask " + System.nanoTime());
    try (var held = wanted.acquire(Duration.ofMillis(500))) {
      long from = System.nanoTime();
      if (!held.valid()) {
        say("told " + from);
        return false;
      }
      stay(held, from, manner, ended);
      return true;
    } catch (TimeoutException | LockLostException e) {
      say("told " + System.nanoTime() + " " + sluice.view());
      return false;
    }
  }

  /**
   * Stays for some time, or a keeper until the end, unless it loses what it holds. What it is
   * exchanged for is held from the last moment at which the former was valid.
   */
  private static void stay(Held held, long from, Manner manner, AtomicBoolean ended)
      throws InterruptedException {
    var told = new CountDownLatch(1);
    held.onLost(told::countDown);
    String parts = held.parts().stream().map(Held.Part::toString).collect(Collectors.joining(" "));
    say("in " + from + " " + parts);
    boolean keeps = manner == Manner.KEEPER && held.next().isEmpty();
    long last = from;
    long end = from + ThreadLocalRandom.current().nextLong(5_000_000);
    // The time is read before the question, so that it lies within what was answered.
    long now = from;
    boolean valid = true;
    while (valid && (keeps ? !ended.get() : now < end)) {
      now = System.nanoTime();
      valid = held.valid();
      last = valid ? now : last;
      if (keeps) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    }
    say((valid ? "out " : "lost ") + from + " " + last + " " + parts);
    if (!valid && !told.await(LONG_SECONDS, TimeUnit.SECONDS)) {
      say("unaware " + System.nanoTime());
    }
    if (valid && held.next().isPresent()) {
      try (var next = held.next().get().get()) {
        if (next.valid()) {
          stay(next, last, manner, ended);
        }
      }
    }
  }
}
