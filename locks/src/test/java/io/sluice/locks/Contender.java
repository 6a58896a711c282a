package io.sluice.locks;

import static io.sluice.locks.LaunchedProcess.say;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.recipe.MultiLease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A process of its own that wants the lock {@code x} again and again, and writes down what becomes
 * of that, a line each: {@code ask AT}, then {@code told AT} if it timed out, with the view that it
 * is in, or {@code in FROM FENCE UNIT} and {@code out FROM TO FENCE UNIT} or {@code lost FROM TO
 * FENCE UNIT}. It leaves when its input ends.
 *
 * <p>Arguments: the cluster, its own name, its manner, the lease in milliseconds, then possibly its
 * {@link Kind}; or for a cluster beyond this machine the hosts and the key store, whose password is
 * in {@code SECRET}. Instead of the hosts: {@code NAME expecting N}, where the name resolves to
 * them.
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
  public interface Prize {
    Held acquire(Duration patience) throws InterruptedException, TimeoutException;
  }

  /** What a contender has, until it closes it. */
  public interface Held extends AutoCloseable {
    boolean valid();

    /** The fencing number of {@code x}. */
    long fence();

    /** Which unit of {@code x}. */
    int unit();

    @Override
    void close();

    static Held of(Lease lease) {
      return of(MultiLease.of(List.of(lease)));
    }

    static Held of(MultiLease leases) {
      var first =
          leases.leases().stream()
              .filter(each -> each.lock().equals("x"))
              .findFirst()
              .orElseThrow();
      return new Held() {
        @Override
        public boolean valid() {
          return leases.valid();
        }

        @Override
        public long fence() {
          return first.fence();
        }

        @Override
        public int unit() {
          return first.unit();
        }

        @Override
        public void close() {
          leases.close();
        }
      };
    }
  }

  /** Kinds of what is contended for. */
  public enum Kind {
    /** The lock {@code x}. */
    LOCK,
    /** The lock {@code x} and three others, named in any order. */
    SEVERAL_LOCKS,
    /** A unit of the semaphore {@code x} of two. */
    UNIT;

    private Prize of(Sluice sluice) {
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
      };
    }
  }

  private static final int RARE_NAMES = 8;

  private Contender() {}

  public static void main(String[] args) throws Exception {
    contend(args, joining -> joining.over(args.length > 5 ? beyond(args) : Tcp.loopback()));
  }

  private static Tcp beyond(String[] args) {
    return network(args[4]).security(Path.of(args[5]), System.getenv("SECRET").toCharArray());
  }

  private static Tcp network(String places) {
    var expecting = places.split(" expecting ", -1);
    return expecting.length == 1
        ? Tcp.at(places.split(",", -1))
        : Tcp.discover(expecting[0], Integer.parseInt(expecting[1]));
  }

  /** Contends for the {@link Kind} that the fifth argument names, over any transport. */
  public static void contend(String[] args, UnaryOperator<Sluice.Builder> over) throws Exception {
    contend(
        args,
        over,
        Arrays.stream(Kind.values())
                .filter(kind -> args.length > 4 && kind.name().equals(args[4]))
                .findFirst()
                .orElse(Kind.LOCK)
            ::of);
  }

  /**
   * Contends, over any transport.
   *
   * @param args the cluster, the node's name, the manner, the lease in milliseconds
   * @param over chooses the transport
   * @param prize what for
   */
  static void contend(
      String[] args, UnaryOperator<Sluice.Builder> over, Function<Sluice, Prize> prize)
      throws Exception {
    var manner = Manner.valueOf(args[2]);
    var ended = LaunchedProcess.ended();
    try (var sluice = LaunchedProcess.joining(args, over).join()) {
      if (!sluice.awaitMembership(Duration.ofSeconds(60))) {
        say("never a member");
      }
      say("member");
      var wanted = prize.apply(sluice);
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
    try (var lease = wanted.acquire(Duration.ofMillis(500))) {
      long from = System.nanoTime();
      if (!lease.valid()) {
        say("told " + from);
        return false;
      }
      String held = lease.fence() + " " + lease.unit();
      say("in " + from + " " + held);
      long last = from;
      long end = from + ThreadLocalRandom.current().nextLong(5_000_000);
      // The time is read before the question, so that it lies within what was answered.
      long now = from;
      boolean valid = true;
      while (valid && (manner == Manner.KEEPER ? !ended.get() : now < end)) {
        now = System.nanoTime();
        valid = lease.valid();
        last = valid ? now : last;
        if (manner == Manner.KEEPER) {
          TimeUnit.MILLISECONDS.sleep(1);
        }
      }
      say((valid ? "out " : "lost ") + from + " " + last + " " + held);
      return true;
    } catch (TimeoutException | LockLostException e) {
      say("told " + System.nanoTime() + " " + sluice.view());
      return false;
    }
  }
}
