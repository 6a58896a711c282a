package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.data.CopyMessage.Waits;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which members wait for the data. The one that has waited longest is the best to keep the next
 * version's copy; and a writer that requests its next turn comes after those that waited before it.
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

  private final Resource resource;

  /** The members that have said that they wait, the earliest first. */
  private final Set<Integer> waiting = new LinkedHashSet<>();

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
   */
  void waits(DataRequest request, ProcessSet writers) {
    var all = members().plus(writers);
    told.put(request, all);
    all.forEach(place -> resource.send(place, new Waits(true)));
  }

  /** Holds a request back until all members that wait now have had their turn. */
  void holdBack(DataRequest request) {
    if (!waiting.isEmpty()) {
      held.put(request, members());
      request.lock().setHeldBack(true);
    }
  }

  private ProcessSet members() {
    return ProcessSet.of(waiting.stream().mapToInt(each -> each).toArray());
  }

  /** A request of this node has been granted or given up. */
  void ended(DataRequest request) {
    held.remove(request);
    var all = told.remove(request);
    if (all != null) {
      all.forEach(place -> resource.send(place, new Waits(false)));
    }
  }

  /** A member waits, or does so no longer. */
  void heard(int from, boolean waits) {
    if (waits) {
      waiting.add(from);
      return;
    }
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
  Optional<Integer> longest(ProcessSet among) {
    return waiting.stream().filter(among::contains).findFirst();
  }

  /** The view has ended, and places mean other members. */
  void clear() {
    held.keySet().forEach(each -> each.lock().setHeldBack(false));
    held.clear();
    told.clear();
    waiting.clear();
  }
}
