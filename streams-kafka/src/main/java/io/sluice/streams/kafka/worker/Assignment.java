package io.sluice.streams.kafka.worker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which worker should run which bundle. All workers compute it from the same members and reports,
 * and each asks for the locks of its own bundles; while they know different things, the locks
 * decide.
 *
 * <p>Each worker that stays runs about the same number of bundles, up to its places. A bundle stays
 * where it is unless its worker has too many. The others, the busiest first, go to the worker with
 * most to spare: the one whose bundles use least.
 */
final class Assignment {

  /** What a bundle counts that uses nothing, in percent of a thread. */
  private static final int LEAST_WEIGHT = 5;

  /**
   * A worker.
   *
   * @param places how many bundles it runs at most
   */
  record Candidate(String name, int places, Report report) {}

  private final int bundles;
  private final List<Candidate> staying;
  private final int[] shares;
  private final Map<Integer, Integer> weights = new HashMap<>();
  private final Map<Integer, String> assigned = new TreeMap<>();

  private Assignment(int bundles, List<Candidate> workers, Map<String, Report> gone) {
    this.bundles = bundles;
    this.staying = workers.stream().filter(each -> !each.report().leaving()).toList();
    gone.values().forEach(report -> weights.putAll(report.running()));
    workers.forEach(each -> weights.putAll(each.report().running()));
    this.shares = shares();
  }

  /**
   * For each bundle the worker that should run it; none if there are not enough places.
   *
   * @param workers the members, the longest-standing first
   * @param gone the last reports of workers that are members no more
   */
  static Map<Integer, String> of(int bundles, List<Candidate> workers, Map<String, Report> gone) {
    var assignment = new Assignment(bundles, workers, gone);
    assignment.keep();
    assignment.dealReady();
    assignment.deal();
    return assignment.assigned;
  }

  /** One after the other to the worker with fewest; among equals to those that run more now. */
  private int[] shares() {
    int[] dealt = new int[staying.size()];
    for (int left = bundles; left > 0; left--) {
      int next = -1;
      for (int worker = 0; worker < dealt.length; worker++) {
        if (dealt[worker] < staying.get(worker).places()
            && (next < 0 || isBefore(worker, next, dealt))) {
          next = worker;
        }
      }
      if (next < 0) {
        break; // There are not enough places for all.
      }
      dealt[next]++;
    }
    return dealt;
  }

  private boolean isBefore(int one, int other, int[] dealt) {
    if (dealt[one] != dealt[other]) {
      return dealt[one] < dealt[other];
    }
    return running(one).size() > running(other).size();
  }

  private Set<Integer> running(int worker) {
    return staying.get(worker).report().running().keySet();
  }

  /** Those that run no more than their share keep all of it. */
  private void keep() {
    for (int worker = 0; worker < shares.length; worker++) {
      var own = new HashSet<>(running(worker));
      own.removeAll(assigned.keySet()); // Two may say so for a moment.
      if (own.size() <= shares[worker]) {
        var name = staying.get(worker).name();
        own.forEach(bundle -> assigned.put(bundle, name));
      }
    }
  }

  /** A worker that has prepared itself for a bundle gets it. */
  private void dealReady() {
    for (int worker = 0; worker < shares.length; worker++) {
      for (int bundle : staying.get(worker).report().ready()) {
        if (!assigned.containsKey(bundle) && spare(worker) > 0) {
          assigned.put(bundle, staying.get(worker).name());
        }
      }
    }
  }

  private void deal() {
    var left = new ArrayList<Integer>();
    for (int bundle = 0; bundle < bundles; bundle++) {
      if (!assigned.containsKey(bundle)) {
        left.add(bundle);
      }
    }
    left.sort(Comparator.comparingInt(this::weight).reversed().thenComparing(each -> each));
    for (int bundle : left) {
      mostToSpare(bundle).ifPresent(worker -> assigned.put(bundle, staying.get(worker).name()));
    }
  }

  /** Of those with room the one whose bundles use least; among equals the present one. */
  private Optional<Integer> mostToSpare(int bundle) {
    Optional<Integer> best = Optional.empty();
    for (int worker = 0; worker < shares.length; worker++) {
      if (spare(worker) > 0 && (best.isEmpty() || isBetter(worker, best.get(), bundle))) {
        best = Optional.of(worker);
      }
    }
    return best;
  }

  private boolean isBetter(int one, int other, int bundle) {
    int difference = load(one) - load(other);
    return difference < 0 || (difference == 0 && running(one).contains(bundle));
  }

  private int spare(int worker) {
    var name = staying.get(worker).name();
    return shares[worker] - (int) assigned.values().stream().filter(name::equals).count();
  }

  private int load(int worker) {
    var name = staying.get(worker).name();
    return assigned.entrySet().stream()
        .filter(each -> each.getValue().equals(name))
        .mapToInt(each -> weight(each.getKey()))
        .sum();
  }

  private int weight(int bundle) {
    return LEAST_WEIGHT + weights.getOrDefault(bundle, 0);
  }
}
