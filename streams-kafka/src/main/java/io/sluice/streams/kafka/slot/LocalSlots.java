package io.sluice.streams.kafka.slot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The slots of one bundle: they run on one thread, and each step of theirs is one transaction. */
public final class LocalSlots {

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
