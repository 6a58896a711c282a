package io.sluice.locks;

import static org.assertj.core.api.Assertions.fail;

import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Who was inside, when, and with which number, joined from all nodes. On one machine all processes
 * read the same monotonic clock, so their times can be compared.
 */
public final class History {

  /**
   * A holder's time inside.
   *
   * @param claim what it had: two exclude each other by the one rule there is for that
   * @param from read after being let in
   * @param to read before leaving; or when the lease ended, or the process was killed
   */
  public record Stay(String lock, String who, Claim claim, long from, long to, long fence) {

    /** Alone. */
    public Stay(String lock, String who, long from, long to, long fence) {
      this(lock, who, Claim.EXCLUSIVE, from, to, fence);
    }

    /** In a room. */
    Stay(String lock, String who, String room, long from, long to, long fence) {
      this(lock, who, Claim.room(room), from, to, fence);
    }

    private boolean conflictsWith(Stay other) {
      return !claim.shares(other.claim);
    }
  }

  /** Who waits for a lock. */
  private record Waiter(String lock, String who) {}

  private final List<Stay> stays = new ArrayList<>();

  /** Since when. */
  private final Map<Waiter, Long> waiting = new HashMap<>();

  private final Map<String, Long> unaware = new HashMap<>();

  public synchronized void add(Stay stay) {
    stays.add(stay);
  }

  public synchronized List<Stay> stays() {
    return List.copyOf(stays);
  }

  /** A contender asks for a lock. */
  synchronized void ask(String lock, String who, long at) {
    waiting.put(new Waiter(lock, who), at);
  }

  /** It was let in, or told that it was not. */
  synchronized void answer(String lock, String who) {
    waiting.remove(new Waiter(lock, who));
  }

  /** A contender has lost what it held, and was not told until then. */
  synchronized void unaware(String who, long at) {
    unaware.put(who, at);
  }

  /** A contender was killed, and is owed nothing. */
  synchronized void gone(String who) {
    waiting.keySet().removeIf(waiter -> waiter.who().equals(who));
  }

  /**
   * Never two inside who exclude each other, and between such two a number that rises; and no
   * contender that asked and lives is left without an answer, or untold of a loss.
   */
  public void check() {
    Map<String, List<Stay>> byLock = stays().stream().collect(Collectors.groupingBy(Stay::lock));
    byLock.values().forEach(History::checkOne);
    synchronized (this) {
      if (!waiting.isEmpty()) {
        fail("neither served nor told: %s", waiting);
      }
      if (!unaware.isEmpty()) {
        fail("never told that it was lost: %s", unaware);
      }
    }
  }

  /**
   * No lock is stuck: each of these was let in after that time, which is that of the last fault.
   */
  void checkServedAfter(long time, List<String> those) {
    for (String who : those) {
      if (stays().stream().noneMatch(stay -> stay.who().equals(who) && stay.from() - time > 0)) {
        fail("%s was never let in again after %d", who, time);
      }
    }
  }

  /** Never more inside than there are units. */
  public void checkNeverMoreThan(int units) {
    var inOrder = stays().stream().sorted(Comparator.comparingLong(Stay::from)).toList();
    List<Stay> together = new ArrayList<>();
    for (Stay stay : inOrder) {
      together.removeIf(other -> other.to() <= stay.from());
      together.add(stay);
      if (together.size() > units) {
        fail("more than %d inside together: %s", units, together);
      }
    }
  }

  /** There were holders that share the lock and holders that do not, so that there is a contest. */
  public void checkReadersAndWriters() {
    boolean readers = stays().stream().anyMatch(each -> each.claim().shares(each.claim()));
    boolean writers = stays().stream().anyMatch(each -> !each.claim().shares(each.claim()));
    if (!readers || !writers) {
      fail("readers: %s, writers: %s", readers, writers);
    }
  }

  /** Of all who came earlier with the same claim, those whom it is hardest to come after. */
  private record Before(Stay latest, Stay highest) {

    Before and(Stay next) {
      return new Before(
          next.to() > latest.to() ? next : latest, next.fence() > highest.fence() ? next : highest);
    }
  }

  private static void checkOne(List<Stay> ofOneLock) {
    var inOrder = ofOneLock.stream().sorted(Comparator.comparingLong(Stay::from)).toList();
    Map<Claim, Before> byClaim = new HashMap<>();
    for (Stay after : inOrder) {
      for (Before before : byClaim.values()) {
        if (after.conflictsWith(before.latest)
            && (after.from() < before.latest.to() || after.fence() <= before.highest.fence())) {
          fail("%s%nand %s%nand %s", before.latest, before.highest, after);
        }
      }
      byClaim.merge(
          after.claim().withPriority(0),
          new Before(after, after),
          (before, now) -> before.and(now.latest));
    }
  }
}
