package io.sluice.page.locks;

import io.sluice.cluster.Member;
import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How long requests have waited that were seen waiting in one report and holding the lock in a
 * later one. Grants between two reports are not seen.
 */
final class Waits {

  /** The latest ones of each lock. */
  private static final int MOST = 200;

  private record Requester(Member member, String thread) {}

  /** For each lock since when each requester waits. */
  private Map<String, Map<Requester, Instant>> waiting = Map.of();

  private final Map<String, Deque<Long>> waited = new HashMap<>();

  /** Takes the next report into account. */
  void add(LockReport report) {
    var next = new HashMap<String, Map<Requester, Instant>>();
    for (LockState lock : report.locks()) {
      var before = waiting.getOrDefault(lock.name(), Map.of());
      lock.holders().forEach(holder -> granted(lock.name(), holder, before));
      var now = new HashMap<Requester, Instant>();
      lock.waiters().forEach(each -> now.put(requester(each), each.since()));
      next.put(lock.name(), now);
    }
    waiting = next;
    Set<String> gone = new HashSet<>(waited.keySet());
    gone.removeAll(next.keySet());
    if (waited.size() > MOST) {
      gone.forEach(waited::remove);
    }
  }

  private void granted(String lock, LockRequest holder, Map<Requester, Instant> before) {
    var since = before.get(requester(holder));
    if (since != null && since.isBefore(holder.since())) {
      var times = waited.computeIfAbsent(lock, _ -> new ArrayDeque<>());
      times.addLast(holder.since().toEpochMilli() - since.toEpochMilli());
      if (times.size() > MOST) {
        times.removeFirst();
      }
    }
  }

  private static Requester requester(LockRequest request) {
    return new Requester(request.member(), request.thread());
  }

  /** How long requests for a lock have waited, in milliseconds, the shortest first. */
  List<Long> of(String lock) {
    var times = waited.get(lock);
    return times == null ? Collections.emptyList() : times.stream().sorted().toList();
  }
}
