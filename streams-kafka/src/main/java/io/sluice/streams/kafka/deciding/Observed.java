package io.sluice.streams.kafka.deciding;

import io.sluice.streams.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the slots of this worker say about themselves, for snapshots: what each instance has done,
 * and why a keeper changes the number of instances. The threads of all bundles write to it.
 */
public final class Observed {

  /**
   * Instances tell in every step; one that has not told for longer runs elsewhere, or has ended.
   */
  private static final long OLD_NANOS = 20 * Decider.STEP;

  private final Map<Integer, Seen> instances = new ConcurrentHashMap<>();
  private final Map<Integer, Change> changes = new ConcurrentHashMap<>();

  private record Seen(Snapshot.OfInstance instance, long at) {}

  /**
   * A keeper has begun to change the number of instances.
   *
   * @param cause why, in words
   * @param since when, as {@link System#nanoTime}
   */
  public record Change(String cause, long since) {}

  /** An instance has done that until a time, as {@link System#nanoTime}. */
  public void seen(Snapshot.OfInstance instance, long now) {
    instances.put(instance.number(), new Seen(instance, now));
  }

  /** The instances that run here now, of those that have the slots. */
  public List<Snapshot.OfInstance> instances(List<Integer> slots) {
    long now = System.nanoTime();
    return slots.stream()
        .flatMap(slot -> Optional.ofNullable(instances.get(slot)).stream())
        .filter(seen -> now - seen.at < OLD_NANOS)
        .map(Seen::instance)
        .toList();
  }

  /** The keeper of an operator begins a change. */
  public void changes(int operator, Change change) {
    changes.put(operator, change);
  }

  /** The last change that the keeper of an operator has begun here. */
  public Optional<Change> change(int operator) {
    return Optional.ofNullable(changes.get(operator));
  }
}
