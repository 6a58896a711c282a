package io.sluice.streams.engine.channel;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * What was sent to an instance and not taken yet. All senders append to the one queue, so that what
 * was sent first arrives first; and it is bounded, so that a slow instance slows its senders.
 */
public final class Inbox {

  private final int capacity;
  private final Queue<Item> items;
  private final Queue<Parking> senders = new ConcurrentLinkedQueue<>();
  private final Runnable wakeReader;
  private volatile boolean refused;

  /** How many records the batches have; for a moment it may be too low. */
  private final AtomicInteger records = new AtomicInteger();

  /**
   * @param capacity how many items it holds at most
   */
  public Inbox(Runnable wakeReader, int capacity) {
    this.wakeReader = wakeReader;
    this.capacity = capacity;
    this.items = new MpscVarHandleArrayQueue<>(capacity);
  }

  /** Appends, unless the inbox is full. */
  public boolean offer(Item item) {
    if (!items.offer(item)) {
      refused = true;
      return false;
    }
    if (item instanceof Batch batch) {
      records.addAndGet(batch.size());
    }
    wakeReader.run();
    return true;
  }

  /** Wakes this sender when there is room again. */
  public void wakeWhenRoom(Parking sender) {
    senders.add(sender);
  }

  public boolean isFull() {
    return items.size() >= capacity;
  }

  /** Whether a sender has found it full since the last time that this was asked. */
  public boolean wasFull() {
    boolean was = refused;
    refused = false;
    return was;
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  /** About how many records wait. */
  public int records() {
    return Math.max(0, records.get());
  }

  /** Takes the first item; for the reader only. */
  public Optional<Item> poll() {
    var item = Optional.ofNullable(items.poll());
    if (item.isPresent() && item.get() instanceof Batch batch) {
      records.addAndGet(-batch.size());
    }
    if (!senders.isEmpty() && items.size() <= capacity / 2) {
      for (var each = senders.poll(); each != null; each = senders.poll()) {
        each.wake();
      }
    }
    return item;
  }
}
