package io.sluice.page.locks;

import io.sluice.cluster.Member;
import io.sluice.locks.admin.HandOver;
import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long requests have waited, and how long hand-overs took, as far as reports show it: a request
 * that waits in one report and holds the lock in a later one; and the hand-overs that members have
 * noted.
 */
final class Times {

  /** The latest ones of each lock. */
  private static final int MOST = 200;

  private record Requester(Member member, String thread) {}

  /** Of one lock, in milliseconds. */
  private static final class OfLock {
    private Map<Requester, Instant> waiting = Map.of();
    private final Deque<Double> waited = new ArrayDeque<>();
    private final Deque<Double> handOvers = new ArrayDeque<>();
    private long latestFence = Long.MIN_VALUE;

    void add(LockState lock) {
      lock.holders().forEach(this::granted);
      waiting = new HashMap<>();
      lock.waiters().forEach(each -> waiting.put(requester(each), each.since()));
      for (HandOver each : lock.handOvers()) {
        if (each.fence() > latestFence) {
          latestFence = each.fence();
          keep(handOvers, TimeUnit.NANOSECONDS.toMicros(each.time().toNanos()) / 1e3);
        }
      }
    }

    private void granted(LockRequest holder) {
      var since = waiting.get(requester(holder));
      if (since != null && since.isBefore(holder.since())) {
        keep(waited, (double) (holder.since().toEpochMilli() - since.toEpochMilli()));
      }
    }

    private static void keep(Deque<Double> times, double millis) {
      times.addLast(millis);
      if (times.size() > MOST) {
        times.removeFirst();
      }
    }
  }

  private final Map<String, OfLock> locks = new HashMap<>();

  /** Takes the next report into account. */
  void add(LockReport report) {
    var shown = new HashSet<String>();
    for (LockState lock : report.locks()) {
      shown.add(lock.name());
      locks.computeIfAbsent(lock.name(), _ -> new OfLock()).add(lock);
    }
    if (locks.size() > MOST) {
      locks.keySet().retainAll(shown);
    }
  }

  private static Requester requester(LockRequest request) {
    return new Requester(request.member(), request.thread());
  }

  /** How long requests for a lock have waited, in milliseconds, the shortest first. */
  List<Double> waited(String lock) {
    var of = locks.get(lock);
    return of == null ? List.of() : of.waited.stream().sorted().toList();
  }

  /** How long hand-overs of a lock took, in milliseconds, the shortest first. */
  List<Double> handOvers(String lock) {
    var of = locks.get(lock);
    return of == null ? List.of() : of.handOvers.stream().sorted().toList();
  }
}
