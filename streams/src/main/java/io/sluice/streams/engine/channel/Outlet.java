package io.sluice.streams.engine.channel;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.graph.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What an instance sends to the instances of one operator. Only the sender's thread uses it.
 *
 * <p>The receiver of a record is settled when the record goes into an inbox, never before: the
 * route may change while records wait. Messages of the protocol go behind what is in the inbox and
 * ahead of what waits.
 */
public abstract sealed class Outlet permits KeyedOutlet, SharedOutlet {

  private final IntFunction<Inbox> inboxes;
  public final int self;
  public final boolean timed;

  /** How many records a batch has at most. */
  public final int batch;

  /** The receivers by their numbers; also those that only wait for their last note. */
  public final Map<Integer, Target> targets = new HashMap<>();

  /** Those that the route names. */
  public List<Target> routed = List.of();

  private ProcessSet instances = ProcessSet.EMPTY;

  /** The sender's watermark: it emits no record up to this time any more. */
  public long watermark = Output.NO_TIME;

  public Outlet(int self, boolean timed, int batch, IntFunction<Inbox> inboxes) {
    this.self = self;
    this.timed = timed;
    this.batch = batch;
    this.inboxes = inboxes;
  }

  /** Adds a record to those that wait; returns whether a batch is full and should be sent. */
  public abstract boolean add(
      int input, Object record, Object key, long time, long recordsWatermark);

  /** Ends the batches that are not full, so that they can be sent. */
  public abstract void seal();

  /** Sends what is sealed, as far as there is room; returns whether nothing of it is left. */
  public abstract boolean send();

  /** Whether no record waits here, in a batch that is sealed or not. */
  public abstract boolean isEmpty();

  /** A watermark that is true behind everything in the receivers' inboxes. */
  public abstract long safeWatermark();

  /** Records that wait for instances that the route no longer names go to others. */
  public abstract void rerouted(Route route);

  /** Wakes the sender when there is room for something that waits. */
  public abstract void wakeWhenRoom(Parking sender);

  public abstract boolean hasRoom();

  public final void advance(long next) {
    watermark = next;
  }

  /** Follows the protocol's route from now on. */
  public final void follow(Route route) {
    long safe = safeWatermark();
    var next = new ArrayList<Target>();
    route
        .instances()
        .forEach(
            number -> {
              boolean isNew = !instances.contains(number);
              var target = isNew ? welcome(number, safe) : target(number);
              next.add(target);
            });
    instances = route.instances();
    routed = next;
    rerouted(route); // Former receivers stay until their last note has gone out.
  }

  /** A new receiver has to know the watermark before it gets records. */
  private Target welcome(int number, long safe) {
    var target = new Target(inboxes.apply(number));
    targets.put(number, target);
    if (safe > Output.NO_TIME) {
      target.note(new Item.Watermark(self, safe));
    }
    return target;
  }

  /** The receiver of that number, which must be known. */
  public final Target target(int number) {
    var target = targets.get(number);
    if (target == null) {
      throw new IllegalStateException("nothing is sent to instance " + number);
    }
    return target;
  }

  public final boolean sendsTo(int instance) {
    return targets.containsKey(instance);
  }

  /** Sends a message of the protocol, as soon as there is room. */
  public final void note(int to, Item note) {
    target(to).note(note);
  }

  public final boolean sendNotes() {
    boolean done = true;
    for (var target : targets.values()) {
      done &= target.sendNotes();
    }
    if (done && targets.size() > routed.size()) {
      targets.values().retainAll(routed);
    }
    return done;
  }

  /** Tells the watermark to receivers that do not know it. */
  public final void tellWatermark() {
    if (isEmpty()) {
      routed.forEach(target -> target.tell(self, watermark));
    }
  }

  /** The last that is sent. No record may wait. */
  public final void end() {
    routed.forEach(target -> target.add(new Item.EndOfInput(self)));
  }
}
