package io.sluice.streams.engine;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * What was sent to an instance and not taken yet. All senders append to the one queue, so that what
 * was sent first arrives first; and it is bounded, so that a slow instance slows its senders.
 */
final class Inbox {

  /** How many items it holds at most. */
  static final int CAPACITY = 32;

  private final Queue<Item> items = new MpscVarHandleArrayQueue<>(CAPACITY);
  private final Queue<Parking> senders = new ConcurrentLinkedQueue<>();
  private final Parking reader;

  Inbox(Parking reader) {
    this.reader = reader;
  }

  /** Appends, unless the inbox is full. */
  boolean offer(Item item) {
    if (items.offer(item)) {
      reader.wake();
      return true;
    }
    return false;
  }

  /** Wakes this sender when there is room again. */
  void wakeWhenRoom(Parking sender) {
    senders.add(sender);
  }

  boolean isFull() {
    return items.size() >= CAPACITY;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  int size() {
    return items.size();
  }

  /** Takes the first item; for the reader only. */
  Optional<Item> poll() {
    var item = Optional.ofNullable(items.poll());
    if (!senders.isEmpty() && items.size() <= CAPACITY / 2) {
      for (var each = senders.poll(); each != null; each = senders.poll()) {
        each.wake();
      }
    }
    return item;
  }
}
