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
public final class History {

  /**
   * Somebody's time inside.
   *
   * @param room where it was; nobody shares {@link Claim#ALONE}
   * @param from read after being let in
   * @param to read before leaving; or when the lease ended, or the process was killed
   */
  public record Stay(String lock, String who, String room, long from, long to, long fence) {

    /** Alone. */
    public Stay(String lock, String who, long from, long to, long fence) {
      this(lock, who, Claim.ALONE, from, to, fence);
    }

    private boolean conflictsWith(Stay other) {
      return !Claim.room(room).shares(Claim.room(other.room));
    }
  }

  private final List<Stay> stays = new ArrayList<>();

  public synchronized void add(Stay stay) {
    stays.add(stay);
  }

  public synchronized List<Stay> stays() {
    return List.copyOf(stays);
  }

  /** Never two inside who exclude each other, and between such two a number that rises. */
  public void check() {
    Map<String, List<Stay>> byLock = stays().stream().collect(Collectors.groupingBy(Stay::lock));
    byLock.values().forEach(History::checkOne);
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
