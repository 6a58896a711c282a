package io.sluice.streams.kafka.slot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The slots of one bundle: they run on one thread, and each step of theirs is one transaction. */
public final class LocalSlots {

  /**
   * What the slots of a bundle send to one of their own. It goes through memory, in the transaction
   * that the sender is in, while the inbox is open; otherwise through the partition, as if the
   * sender were elsewhere.
   *
   * <p>All that a receiver is sent must arrive in the order in which it was sent, as far as one
   * sending led to the other. So the inbox is closed while something may be left in the partition
   * that has led to what is sent now: from when this bundle begins, when key groups move to it, or
   * when it has sent something there itself, until the partition has been read up to where it ended
   * then.
   */
  public static final class Inbox {

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

  private final Map<Integer, Slot> byNumber = new HashMap<>();
  private final List<Slot> inOrder = new ArrayList<>();
  private boolean mustCatchUp = true;

  /** Senders are added before their receivers. */
  public void add(Slot slot) {
    byNumber.put(slot.number(), slot);
    inOrder.add(slot);
  }

  /** Senders before their receivers. */
  public List<Slot> inOrder() {
    return inOrder;
  }

  /** Takes all of them away: the bundle ends. */
  public List<Slot> takeAll() {
    var all = List.copyOf(inOrder);
    inOrder.clear();
    byNumber.clear();
    return all;
  }

  Optional<Slot> find(int number) {
    return Optional.ofNullable(byNumber.get(number));
  }

  /** Key groups have moved here: what their last owner has sent must be read first. */
  void groupsHaveMoved() {
    inOrder.forEach(slot -> slot.inbox().close());
    mustCatchUp = true;
  }

  /** A step was committed. What it has sent through partitions must be read first. */
  public void committed() {
    for (var slot : inOrder) {
      if (slot.inbox().takeBypassed() && slot.isActive()) {
        slot.inbox().close();
        mustCatchUp = true;
      }
    }
  }

  /** Whether inboxes were closed since the last time that this was asked. */
  public boolean takeMustCatchUp() {
    boolean must = mustCatchUp;
    mustCatchUp = false;
    return must;
  }
}
