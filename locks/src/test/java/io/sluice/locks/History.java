package io.sluice.locks;

import static org.assertj.core.api.Assertions.fail;

import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Who was inside, when, and with which number, joined from all nodes. On one machine all processes
 * read the same monotonic clock, so their times can be compared.
 */
final class History {

  /**
   * Somebody's time inside.
   *
   * @param claim what it had: two exclude each other by the one rule there is for that
   * @param from read after being let in
   * @param to read before leaving; or when the lease ended, or the process was killed
   */
  record Stay(String lock, String who, Claim claim, long from, long to, long fence) {

    /** Alone. */
    Stay(String lock, String who, long from, long to, long fence) {
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

  private final List<Stay> stays = new ArrayList<>();

  synchronized void add(Stay stay) {
    stays.add(stay);
  }

  synchronized List<Stay> stays() {
    return List.copyOf(stays);
  }

  /** Never two inside who exclude each other, and between such two a number that rises. */
  void check() {
    Map<String, List<Stay>> byLock = stays().stream().collect(Collectors.groupingBy(Stay::lock));
    byLock.values().forEach(History::checkOne);
  }

  /** Never more inside than there are units. */
  void checkNeverMoreThan(int units) {
    var inOrder = stays();
    for (Stay stay : inOrder) {
      var together =
          inOrder.stream()
              .filter(other -> other.from() <= stay.from() && stay.from() < other.to())
              .toList();
      if (together.size() > units) {
        fail("more than %d inside together: %s", units, together);
      }
    }
  }

  private static void checkOne(List<Stay> ofOneLock) {
    var inOrder = ofOneLock.stream().sorted(Comparator.comparingLong(Stay::from)).toList();
    for (int i = 0; i < inOrder.size(); i++) {
      Stay after = inOrder.get(i);
      for (Stay before : inOrder.subList(0, i)) {
        if (after.conflictsWith(before)
            && (after.from() < before.to() || after.fence() <= before.fence())) {
          fail("%s%nand %s", before, after);
        }
      }
    }
  }
}
