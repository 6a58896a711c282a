package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

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
   * @param from read after being let in
   * @param to read before leaving; or when the lease ended, or the process was killed
   */
  record Stay(String lock, String who, long from, long to, long fence) {}

  private final List<Stay> stays = new ArrayList<>();

  synchronized void add(Stay stay) {
    stays.add(stay);
  }

  synchronized List<Stay> stays() {
    return List.copyOf(stays);
  }

  /** Never two inside, and numbers that rise. */
  void check() {
    Map<String, List<Stay>> byLock = stays().stream().collect(Collectors.groupingBy(Stay::lock));
    byLock.values().forEach(History::checkOne);
  }

  private static void checkOne(List<Stay> ofOneLock) {
    var inOrder = ofOneLock.stream().sorted(Comparator.comparingLong(Stay::from)).toList();
    for (int i = 1; i < inOrder.size(); i++) {
      Stay before = inOrder.get(i - 1);
      Stay after = inOrder.get(i);
      assertThat(after.from()).as("%s while %s", after, before).isGreaterThanOrEqualTo(before.to());
      assertThat(after.fence()).as("%s after %s", after, before).isGreaterThan(before.fence());
    }
  }
}
