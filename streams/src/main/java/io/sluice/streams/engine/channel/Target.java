package io.sluice.streams.engine.channel;

import io.sluice.streams.graph.Output;
import java.util.ArrayDeque;

/** One receiver of an instance, and what waits to go into its inbox. */
public final class Target {

  private final Inbox inbox;

  /** Messages of the protocol: ahead of the records that wait. */
  private final ArrayDeque<Item> notes = new ArrayDeque<>(2);

  private final ArrayDeque<Item> items = new ArrayDeque<>(2);

  /** The watermark of the last item that is in the inbox. */
  private long told = Output.NO_TIME;

  public Target(Inbox inbox) {
    this.inbox = inbox;
  }

  public Inbox inbox() {
    return inbox;
  }

  public void note(Item note) {
    notes.add(note);
  }

  /** Appends behind everything that waits. */
  public void add(Item item) {
    items.add(item);
  }

  public boolean isEmpty() {
    return notes.isEmpty() && items.isEmpty();
  }

  /** Takes everything that waits, except for notes. */
  public ArrayDeque<Item> takeItems() {
    var all = new ArrayDeque<>(items);
    items.clear();
    return all;
  }

  /** Puts into the inbox what fits; returns whether nothing is left. */
  public boolean send() {
    return sendAll(notes) && sendAll(items);
  }

  public boolean sendNotes() {
    return sendAll(notes);
  }

  private boolean sendAll(ArrayDeque<Item> queue) {
    for (var next = queue.peek(); next != null; next = queue.peek()) {
      if (!inbox.offer(next)) {
        return false;
      }
      queue.remove();
      told(next);
    }
    return true;
  }

  /** Notes that an item is in the inbox. */
  public void told(Item item) {
    switch (item) {
      case Batch batch -> told = Math.max(told, batch.watermark());
      case Item.Watermark(_, long time) -> told = Math.max(told, time);
      case Item.Note _, Item.EndOfInput _ -> {}
    }
  }

  /** Tells a watermark, if it is news and there is room. Nothing may wait for this receiver. */
  public void tell(int self, long watermark) {
    if (watermark > told) {
      var item = new Item.Watermark(self, watermark);
      if (inbox.offer(item)) {
        told(item);
      }
    }
  }
}
