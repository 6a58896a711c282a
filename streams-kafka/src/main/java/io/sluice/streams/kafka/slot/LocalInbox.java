package io.sluice.streams.kafka.slot;

import java.util.ArrayDeque;
import java.util.Optional;

/**
 * What the slots of a bundle send to one of their own. It goes through memory, in the transaction
 * that the sender is in, while the inbox is open; otherwise through the partition, as if the sender
 * were elsewhere.
 *
 * <p>All that a receiver is sent must arrive in the order in which it was sent, as far as one
 * sending led to the other. So the inbox is closed while something may be left in the partition
 * that has led to what is sent now: from when this bundle begins, when key groups move to it, or
 * when it has sent something there itself, until the partition has been read up to where it ended
 * then.
 */
public final class LocalInbox {

  private final ArrayDeque<Item> items = new ArrayDeque<>();
  private boolean caughtUp;

  /** Something was sent through the partition that has not been committed yet. */
  private boolean bypassed;

  /** Whether what is sent now can go through memory; the receiver must have been started, too. */
  boolean isOpen() {
    return caughtUp && !bypassed;
  }

  void add(Item item) {
    items.add(item);
  }

  Optional<Item> take() {
    return Optional.ofNullable(items.poll());
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** A slot of this bundle sends something through the partition. */
  void bypass() {
    bypassed = true;
  }

  /** What was sent through the partition is committed now; returns whether there was anything. */
  boolean takeBypassed() {
    boolean any = bypassed;
    bypassed = false;
    return any;
  }

  /** The partition has to be read up to its present end first. */
  void close() {
    caughtUp = false;
  }

  /** That has been done. */
  public void open() {
    caughtUp = true;
  }
}
