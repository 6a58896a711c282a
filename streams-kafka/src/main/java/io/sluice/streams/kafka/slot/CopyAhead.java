package io.sluice.streams.kafka.slot;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Copies the state that a duplication will move, some at each step, while its owner goes on
 * serving; when all of it has arrived, only what has changed since moves. What was copied is known
 * in memory only: an instance that is resumed elsewhere begins again, and the receiver replaces
 * what it has.
 */
final class CopyAhead {

  /** At most about that number of bytes in one step, so that records are not held up. */
  private static final int MOST_BYTES = 1 << 20;

  private final int self;
  private final Map<Integer, Integer> moves;
  private final Store store;
  private final Writes writes;
  private final ArrayDeque<Integer> left;
  private final Set<Integer> awaited;
  private boolean begun;
  private boolean sent;

  /**
   * @param moves for each group that will move, the slot that it moves to
   */
  CopyAhead(int self, Map<Integer, Integer> moves, Store store, Writes writes) {
    this.self = self;
    this.moves = Map.copyOf(moves);
    this.store = store;
    this.writes = writes;
    this.left = new ArrayDeque<>(moves.keySet());
    this.awaited = new TreeSet<>(moves.values());
  }

  /** Whether a group was copied for this slot, or is about to be. */
  boolean isFor(int group, int to) {
    return moves.getOrDefault(group, self) == to;
  }

  /** Copies some more; returns whether all has arrived. */
  boolean proceed() {
    if (!begun) {
      begun = true;
      targets().forEach(this::announce);
    }
    int bytes = 0;
    while (!left.isEmpty() && bytes < MOST_BYTES) {
      bytes += copy(left.remove());
    }
    if (left.isEmpty() && !sent) {
      sent = true;
      targets().forEach(to -> tell(to, new Control.Copied(self)));
    }
    return sent && awaited.isEmpty();
  }

  private Set<Integer> targets() {
    return Set.copyOf(moves.values());
  }

  private void announce(int to) {
    var groups = moves.keySet().stream().filter(group -> isFor(group, to)).toList();
    tell(to, new Control.Moving(store.nextEpochs(groups)));
  }

  private int copy(int group) {
    int to = moves.getOrDefault(group, self);
    var bytes = new int[1];
    store.copy(
        group,
        piece -> {
          bytes[0] += piece.length;
          writes.control(to, SlotScaling.chunk(piece));
        });
    return bytes[0];
  }

  private void tell(int to, Control message) {
    writes.control(to, SlotScaling.toBytes(message));
  }

  /** A receiver has everything. */
  void taken(int by) {
    awaited.remove(by);
  }
}
