package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.data.CopyMessage.Waits;
import io.sluice.protocol.data.CopyMessage.WaitsNoLonger;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which members wait for the data. The one that has waited longest is the best to keep the next
 * version's copy; and a node that requests its next turn comes after those that waited before it,
 * one that reads only after writers.
 *
 * <p>A lock that serves first come, first served counts from the moment at which a request reaches
 * its queue, and a node's next request sets out only when the turn before it has ended. So another
 * node could have two turns while the request is on its way. Therefore a node says at once that it
 * waits, and a node that knows of one holds its own next request back until that one was granted.
 * No two nodes hold back for each other, since each does so only for requests that it knew before
 * it made its own.
 *
 * <p>For tasks of the lock's mailbox only.
 */
final class Turns {

  /**
   * A member that waits.
   *
   * @param stored the version that it had when it began to wait
   */
  record Waiting(int place, long stored) {}

  private final Resource resource;

  /** The members that have said that they wait, the earliest first, and what they said last. */
  private final Map<Integer, Waits> waiting = new LinkedHashMap<>();

  /** By the requests of this node that wait: the members that have been told. */
  private final Map<DataRequest, ProcessSet> told = new HashMap<>();

  /** By the requests of this node that are held back: the members that come first. */
  private final Map<DataRequest, ProcessSet> held = new HashMap<>();

  Turns(Resource resource) {
    this.resource = resource;
  }

  /**
   * A request of this node waits: tells the members that may have the next turn.
   *
   * @param writers the members that may have a turn just now
   * @param stored the version that is here
   */
  void waits(DataRequest request, ProcessSet writers, long stored) {
    var all = members(_ -> true).plus(writers);
    told.put(request, all);
    var message = new Waits(request.isToWrite(), stored);
    all.forEach(place -> resource.send(place, message));
  }

  /**
   * Holds a request back until the members that wait now have had their turn: all of them, or if it
   * is to read, those that wait to write.
   */
  void holdBack(DataRequest request) {
    var before = members(each -> request.isToWrite() || each.toWrite());
    if (!before.isEmpty()) {
      held.put(request, before);
      request.lock().setHeldBack(true);
    }
  }

  private ProcessSet members(Predicate<Waits> which) {
    return ProcessSet.of(
        waiting.entrySet().stream()
            .filter(each -> which.test(each.getValue()))
            .mapToInt(Map.Entry::getKey)
            .toArray());
  }

  /** A request of this node has been granted or given up. */
  void ended(DataRequest request) {
    held.remove(request);
    var all = told.remove(request);
    if (all != null) {
      all.forEach(place -> resource.send(place, new WaitsNoLonger()));
    }
  }

  /** A member waits; it may have said so before, for another request. */
  void heard(int from, Waits waits) {
    waiting.merge(
        from, waits, (before, now) -> new Waits(before.toWrite() || now.toWrite(), now.stored()));
  }

  /** A member waits no longer. */
  void served(int from) {
    waiting.remove(from);
    held.replaceAll((_, before) -> before.minus(from));
    held.entrySet().removeIf(Turns::isFree);
  }

  private static boolean isFree(Map.Entry<DataRequest, ProcessSet> each) {
    if (each.getValue().isEmpty()) {
      each.getKey().lock().setHeldBack(false);
    }
    return each.getValue().isEmpty();
  }

  /** The member among these that has waited longest. */
  Optional<Waiting> longest(ProcessSet among) {
    return waiting.entrySet().stream()
        .filter(each -> among.contains(each.getKey()))
        .findFirst()
        .map(each -> new Waiting(each.getKey(), each.getValue().stored()));
  }

  /** The view has ended, and places mean other members. */
  void clear() {
    held.keySet().forEach(each -> each.lock().setHeldBack(false));
    held.clear();
    told.clear();
    waiting.clear();
  }
}
