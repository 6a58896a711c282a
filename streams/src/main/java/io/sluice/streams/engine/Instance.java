package io.sluice.streams.engine;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.Decision;
import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Inbox;
import io.sluice.streams.engine.channel.Item;
import io.sluice.streams.engine.channel.Parking;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.engine.scaling.Watermarks;
import io.sluice.streams.engine.work.Killed;
import io.sluice.streams.engine.work.ReadingWork;
import io.sluice.streams.engine.work.Work;
import io.sluice.streams.graph.Output;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * One instance of an operator: it takes items from its inbox, processes them and sends what comes
 * of it. All of it happens on the thread of its {@link Carrier}, except for {@link #post}.
 *
 * <p>Control has a channel of its own. It is looked at between items, and while the instance waits
 * for room in an inbox; see {@link InstanceScaling}.
 */
final class Instance implements Sending.Blocked {

  /** Batches that are not full wait not longer than that for more records. */
  private static final long FLUSH_AFTER = TimeUnit.MILLISECONDS.toNanos(1);

  /** An instance reads on while fewer records than that are kept, waiting for their state. */
  private static final int MOST_KEPT = 1 << 16;

  /** The cause of what a call of {@code scale} asked for. */
  private static final String BY_HAND = "by hand";

  private final int number;
  private final OperatorRun operator;
  private final Engine engine;
  private final Inbox inbox;
  private final Queue<Control> control = new ConcurrentLinkedQueue<>();
  private final Meter meter = new Meter();
  private final Sending sending;
  private final Work work;
  private final InstanceScaling scaling;
  private final Deciding decider;
  private final Watermarks watermarks = new Watermarks();
  private final Fusing fusing = new Fusing();

  /** What came before the start. */
  private final ArrayDeque<Item> early = new ArrayDeque<>(0);

  private int earlyRecords;
  private final Set<Integer> ended = new HashSet<>();
  private long watermark = Output.NO_TIME;
  private long lastFlush = System.nanoTime();
  private boolean finished;

  private volatile Carrier carrier;
  private boolean begun;
  private volatile boolean over;
  private volatile boolean cancelled;

  Instance(int number, OperatorRun operator, Engine engine) {
    this.number = number;
    this.operator = operator;
    this.engine = engine;
    this.carrier = new Carrier(this);
    this.inbox = new Inbox(() -> parking().wake(), engine.graph().tuning().inbox());
    this.sending =
        new Sending(
            number,
            engine.graph(),
            operator.operator(),
            engine.isTimed(),
            to -> engine.instance(to).inbox(),
            meter,
            this);
    this.work = Work.of(engine.graph(), operator.operator(), sending, meter);
    this.scaling = new InstanceScaling(this, engine, sending, work, watermarks);
    this.decider = operator.decider();
  }

  int number() {
    return number;
  }

  OperatorRun operator() {
    return operator;
  }

  Inbox inbox() {
    return inbox;
  }

  Meter meter() {
    return meter;
  }

  @Override
  public Parking parking() {
    return carrier.parking();
  }

  /** Lets its carrier run. */
  void start() {
    engine.threads().run(carrier, operator.operator().name() + "-" + number);
  }

  /** Runs from now on on a new carrier. */
  void startApart() {
    carrier = new Carrier(this);
    start();
  }

  /** It runs there from now on. */
  void ride(Carrier next) {
    carrier = next;
  }

  InstanceScaling scaling() {
    return scaling;
  }

  void post(Control message) {
    control.add(message);
    parking().wake();
  }

  /** Ends an instance that will never be started. */
  void cancel() {
    cancelled = true;
    parking().wake();
  }

  /** Does what there is to do; returns whether there was anything. Never throws. */
  boolean runOnce() {
    if (over) {
      return false;
    }
    try {
      if (!begun) {
        begun = true;
        sending.follow(scaling.state().routes());
      }
      boolean worked = step();
      if (!worked) {
        settle();
      }
      if (finished || scaling.isDead() || cancelled) {
        work.close();
        end();
      }
      return worked;
    } catch (Killed e) {
      closeQuietly();
      end();
    } catch (Throwable e) {
      closeQuietly();
      engine.fail(this, e);
      end();
    }
    return true;
  }

  boolean isOver() {
    return over;
  }

  private void end() {
    over = true;
    for (var left = control.poll(); left != null; left = control.poll()) {
      if (left instanceof Control.Adopt(var instance)) {
        instance.startApart();
      }
    }
    engine.gone(this);
  }

  private void closeQuietly() {
    try {
      work.close();
    } catch (Exception e) {
      engine.suppressed(e);
    }
  }

  /** Does what there is to do; returns whether there was anything. */
  private boolean step() {
    boolean worked = runControl();
    worked |= betweenItems();
    worked |= work instanceof ReadingWork reading ? reading.readIfDue(engine::ended) : takeItem();
    if (worked) {
      meter.emitted(sending.emitted());
      long now = System.nanoTime();
      if (now - lastFlush > FLUSH_AFTER) {
        lastFlush = now;
        sending.flush();
      }
      decide(now);
    }
    return worked;
  }

  /** There is nothing to do: what waits for more records waits no longer. */
  private void settle() {
    work.flush();
    sending.flush();
    long now = System.nanoTime();
    lastFlush = now;
    decide(now);
    var _ = finishIfEnded();
  }

  long nanosToNextWork(long now) {
    if (over) {
      return 0;
    }
    long step = decider.nanosToNextStep(now);
    return work instanceof ReadingWork reading ? Math.min(step, reading.nanosToNext(now)) : step;
  }

  /** Whether something has come for this instance. */
  boolean isReady() {
    return hasControl() || cancelled || (isReadingOn() && !inbox.isEmpty());
  }

  private boolean hasControl() {
    return !control.isEmpty() || engine.isKilled();
  }

  // Control

  /** Runs control, and the instances that share the carrier and get the records of this one. */
  @Override
  public boolean run() {
    boolean worked = runControl();
    worked |= carrier.runBehind(this);
    return worked;
  }

  @Override
  public boolean hasWork() {
    return hasControl() || carrier.hasWorkBehind(this);
  }

  private boolean runControl() {
    engine.checkAlive();
    boolean any = false;
    for (var next = control.poll(); next != null; next = control.poll()) {
      any = true;
      handle(next);
    }
    if (any) {
      sending.sendNotes();
    }
    return any;
  }

  private void handle(Control message) {
    switch (message) {
      case Control.Message(int from, var said, var state) -> scaling.receive(from, said, state);
      case Control.TakenOver() -> scaling.takenOver();
      case Control.Adopt(var instance) -> carrier.add(instance);
      case Control.Duplicate(int times) -> scaling.duplicate(times, BY_HAND);
      case Control.Delete() -> scaling.delete(BY_HAND);
      case Control.Steer() -> operator.steer();
      case Control.StopReading() -> {
        if (work instanceof ReadingWork reading) {
          reading.stop();
        }
      }
      case Control.Finish() -> {
        sending.end();
        finished = true;
      }
    }
  }

  // Items

  private boolean betweenItems() {
    if (!scaling.isActive()) {
      return false;
    }
    boolean worked = scaling.betweenItems();
    worked |= advance();
    return worked;
  }

  /** Lets timers expire, if the watermark has advanced and no group is about to move. */
  private boolean advance() {
    if (scaling.isMoving()) {
      return false;
    }
    long next = watermarks.least();
    if (next > watermark) {
      watermark = next;
      work.advance(next);
      operator.advanced(next);
    }
    return sending.advance(work.watermark(watermark));
  }

  private boolean isReadingOn() {
    return scaling.isActive() ? work.keptRecords() < MOST_KEPT : earlyRecords < MOST_KEPT;
  }

  private boolean takeItem() {
    if (!isReadingOn()) {
      return false;
    }
    if (!scaling.isActive()) {
      return inbox.poll().map(this::keepEarly).orElse(false);
    }
    var next = early.isEmpty() ? inbox.poll() : Optional.of(early.remove());
    next.ifPresent(this::take);
    return next.isPresent();
  }

  private boolean keepEarly(Item item) {
    early.add(item);
    if (item instanceof Batch batch) {
      earlyRecords += batch.size();
    }
    return true;
  }

  private void take(Item item) {
    switch (item) {
      case Batch batch -> {
        long begin = System.nanoTime();
        long blocked = meter.blockedNanos();
        work.process(batch);
        long end = System.nanoTime();
        meter.worked(begin, end, blocked);
        operator.processed(batch.size(), end);
        watermarks.advance(batch.from(), batch.watermark());
      }
      case Item.Note(int from, var message) -> scaling.note(from, message);
      case Item.Watermark(int from, long time) -> watermarks.advance(from, time);
      case Item.EndOfInput(int from) -> ended.add(from);
    }
  }

  /** All senders have ended, nothing is under way: then this instance ends, too. */
  private boolean finishIfEnded() {
    if (work instanceof ReadingWork
        || !scaling.isActive()
        || !scaling.state().preds().equals(numbers(ended))
        || hasControl()
        || !scaling.isInstalled()
        || !early.isEmpty()
        || work.keptRecords() > 0) {
      return false;
    }
    work.advance(Output.END_OF_TIME);
    work.flush();
    sending.end();
    meter.emitted(sending.emitted());
    finished = true;
    return true;
  }

  private static ProcessSet numbers(Set<Integer> some) {
    return ProcessSet.of(some.stream().mapToInt(Integer::intValue).toArray());
  }

  // Fusing

  Fusing fusing() {
    return fusing;
  }

  /** Whether its operator has several instances, and this one has nothing more to do about it. */
  boolean hasDuplicated() {
    return !scaling.state().busy() && !operator.isSole();
  }

  /** Whether it runs on the same carrier as another one. */
  boolean rides(Instance with) {
    return carrier.equals(with.carrier);
  }

  /** Runs another instance, which gets the records of this one, on the same carrier. */
  void adopt(Instance instance) {
    var message = new Control.Adopt(instance);
    post(message);
    if (over && control.remove(message)) {
      instance.startApart();
    }
  }

  /** The one that sends to this instance, and to no other. */
  Optional<Instance> onlySender() {
    var senders = scaling.state().preds();
    return senders.size() == 1
        ? Optional.of(engine.instance(senders.least()))
            .filter(sender -> engine.graph().successors(sender.operator.operator()).size() == 1)
        : Optional.empty();
  }

  // Deciding

  private void decide(long now) {
    if (scaling.isFree() && decider.isDue(now)) {
      var decision = decider.decide(this, now);
      fusing.measure(meter.counts(), now);
      fusing.consider(this, now);
      switch (decision) {
        case Decision.Stay() -> {}
        case Decision.Duplicate(int times) -> scaling.duplicate(times, decider.reason());
        case Decision.Delete() -> scaling.delete(decider.reason());
      }
    }
  }

  @Override
  public String toString() {
    return "%s-%d %s %s"
        .formatted(
            operator.operator().name(), number, scaling.state().stage(), scaling.state().task());
  }
}
