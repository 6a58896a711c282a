package io.sluice.streams.engine;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.Decision;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Bye;
import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Inheritance;
import io.sluice.protocol.scaling.keyed.KeyedMessage.MovesState;
import io.sluice.protocol.scaling.keyed.KeyedMessage.NewSender;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Start;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.engine.channel.Batch;
import io.sluice.streams.engine.channel.Inbox;
import io.sluice.streams.engine.channel.Item;
import io.sluice.streams.engine.channel.Parking;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.engine.work.GroupState;
import io.sluice.streams.engine.work.KeyedWork;
import io.sluice.streams.engine.work.Killed;
import io.sluice.streams.engine.work.ReadingWork;
import io.sluice.streams.engine.work.Work;
import io.sluice.streams.graph.Logic.ReadingTask;
import io.sluice.streams.graph.Output;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * One instance of an operator: a thread that takes items from its inbox, processes them and sends
 * what comes of it.
 *
 * <p>Control has a channel of its own. It is looked at between items, and while the instance waits
 * for room in an inbox; so what the protocol does there must not need the items: state that arrives
 * is installed, and state that leaves is handed over, only between items.
 */
final class Instance implements Scaling.Effects, Sending.Blocked {

  /** Batches that are not full wait not longer than that for more records. */
  private static final long FLUSH_AFTER = TimeUnit.MILLISECONDS.toNanos(1);

  /** An instance reads on while fewer records than that are kept, waiting for their state. */
  private static final int MOST_KEPT = 1 << 16;

  /** An instance that works less than this share of the time is quiet. */
  private static final double QUIET = 0.1;

  /** After that number of quiet steps it is fused with a sender that is quiet, too. */
  private static final int QUIET_STEPS = 5;

  /** An instance that was split off is not fused again for that long. */
  private static final long SPLIT_FOR = TimeUnit.SECONDS.toNanos(2);

  /** State that has come and is not installed yet. */
  private record Arrived(Map<Integer, GroupState> state, Optional<Integer> leaver) {}

  private final int number;
  private final OperatorRun operator;
  private final Engine engine;
  private final Inbox inbox;
  private final Queue<Control> control = new ConcurrentLinkedQueue<>();
  private final Meter meter = new Meter();
  private final Sending sending;
  private final Work work;
  private final Scaling scaling;
  private final Deciding decider;
  private final Watermarks watermarks = new Watermarks();

  /** What came before the start. */
  private final ArrayDeque<Item> early = new ArrayDeque<>(0);

  private int earlyRecords;
  private final ArrayDeque<Arrived> arrived = new ArrayDeque<>(0);
  private final ArrayDeque<Integer> byes = new ArrayDeque<>(0);
  private final Set<Integer> ended = new HashSet<>();
  private Optional<Order> order = Optional.empty();
  private long watermark = Output.NO_TIME;
  private long lastFlush = System.nanoTime();
  private boolean finished;

  /** Whether the source was told to stop; it may be in the middle of reading then. */
  private boolean stopping;

  private long nextRead = System.nanoTime();
  private volatile int ownedGroups;

  private volatile Carrier carrier;
  private boolean begun;
  private Meter.Counts before = Meter.Counts.NONE;
  private long measured = System.nanoTime();
  private volatile double load;
  private volatile int quietSteps;
  private long fuseAfter = System.nanoTime();
  private Optional<Instance> fusesWith = Optional.empty();
  private boolean wantsCarrier;
  private volatile boolean over;
  private volatile boolean cancelled;

  Instance(int number, OperatorRun operator, Engine engine) {
    this.number = number;
    this.operator = operator;
    this.engine = engine;
    this.carrier = new Carrier(engine, this);
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
    this.scaling = new Scaling(number, engine.operators(), this);
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

  /** It runs there from now on. */
  void ride(Carrier next) {
    carrier = next;
  }

  /** How many key groups it owned when it last looked. */
  int ownedGroups() {
    return ownedGroups;
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

  /** Lets an instance begin that is there from the start. */
  void found() {
    var state = scaling.state();
    watermarks.begin(state.preds());
    if (work instanceof KeyedWork keyed) {
      keyed.begin(state.owned());
    }
    ownedGroups = state.owned().size();
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
        engine.launch(instance);
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
    worked |= work instanceof ReadingWork reading ? read(reading) : takeItem();
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
    return over ? 0 : Math.min(decider.nanosToNextStep(now), nanosToNextRead(now));
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
      case Control.Message(int from, var said, var state) -> receive(from, said, state);
      case Control.TakenOver() -> sendByes();
      case Control.Adopt(var instance) -> carrier.add(instance);
      case Control.Duplicate(int times) -> duplicate(times);
      case Control.Delete() -> delete();
      case Control.Steer() -> operator.steer();
      case Control.StopReading() -> stopping = true;
      case Control.Finish() -> {
        sending.end();
        finished = true;
      }
    }
  }

  private void receive(int from, KeyedMessage said, Map<Integer, GroupState> state) {
    if (said instanceof NewSender(var newborn)) {
      watermarks.begin(newborn, from);
    }
    scaling.receive(from, said);
    switch (said) {
      case Start _ -> {
        watermarks.begin(scaling.state().preds());
        arrived.add(new Arrived(state, Optional.empty()));
        operator.started(this);
      }
      case Inheritance _ -> arrived.add(new Arrived(state, Optional.of(from)));
      default -> {}
    }
    ownedGroups = scaling.state().owned().size();
    finishOrder();
  }

  private void duplicate(int times) {
    if (scaling.isActive() && !scaling.state().busy()) {
      var newborn = operator.reserve(times);
      if (!newborn.isEmpty()) {
        order = Optional.of(new Order.Duplication(newborn, operator.event()));
        scaling.duplicate(Order.numbers(newborn));
        finishOrder();
        return;
      }
    }
    operator.refused();
  }

  private void delete() {
    if (scaling.isActive() && !scaling.state().busy() && operator.mayDelete(this)) {
      order = Optional.of(new Order.Deletion(operator.event()));
      scaling.delete();
      finishOrder();
    } else {
      operator.refused();
    }
  }

  /** Tells the operator if what this instance was ordered to do is done. */
  private void finishOrder() {
    if (order.isPresent() && !scaling.state().busy()) {
      operator.done(this, order.get());
      order = Optional.empty();
    }
  }

  // Effects of the protocol

  @Override
  public void entered(int newborn) {
    engine.sections().enter(operator.index(), 1 + newborn);
  }

  @Override
  public void released() {
    engine.sections().release(operator.index());
  }

  @Override
  public void follow(List<Route> routes) {
    sending.follow(routes);
  }

  /**
   * The farewell of a keyed instance to its receivers waits until its heir has caught up: until
   * then the receivers count its watermark, which is behind that of the heir.
   */
  @Override
  public void send(int to, KeyedMessage message) {
    switch (message) {
      case Bye _ when work instanceof KeyedWork -> byes.add(to);
      case InBand note -> sending.note(to, new Item.Note(number, note));
      case MovesState moves when work instanceof KeyedWork keyed -> {
        if (message instanceof Start) {
          order.ifPresent(Order::started);
        }
        engine.instance(to).post(new Control.Message(number, message, keyed.give(moves.groups())));
      }
      default -> {
        if (message instanceof Start) {
          order.ifPresent(Order::started);
        }
        engine.instance(to).post(new Control.Message(number, message, Map.of()));
      }
    }
  }

  private void sendByes() {
    for (var to = byes.poll(); to != null; to = byes.poll()) {
      sending.note(to, new Item.Note(number, new Bye()));
    }
  }

  // Between items

  private boolean betweenItems() {
    boolean worked = false;
    if (scaling.isActive()) {
      for (var next = arrived.poll(); next != null; next = arrived.poll()) {
        worked = true;
        install(next);
      }
      if (scaling.state().awaitsFlush()) {
        worked = true;
        handOver();
      }
      worked |= advance();
    }
    return worked;
  }

  private void install(Arrived next) {
    if (work instanceof KeyedWork keyed) {
      keyed.install(next.state());
    }
    next.leaver()
        .ifPresent(
            leaver -> {
              sending.flush();
              engine.instance(leaver).post(new Control.TakenOver());
            });
  }

  /** Sends everything first: state moves after what was made of it. */
  private void handOver() {
    sending.flush();
    if (arrived.isEmpty() && scaling.state().awaitsFlush()) {
      scaling.flushed();
      ownedGroups = scaling.state().owned().size();
      finishOrder();
    }
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

  // Items

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
      case Item.Note(int from, var message) -> {
        if (message instanceof Bye) {
          watermarks.end(from);
        }
        scaling.receive(from, message);
        sending.sendNotes();
        finishOrder();
      }
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
        || !arrived.isEmpty()
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

  // Reading

  private boolean read(ReadingWork reading) {
    long begin = System.nanoTime();
    if (reading.hasEnded() || (begin - nextRead < 0 && !stopping)) {
      return false;
    }
    long blocked = meter.blockedNanos();
    long wait = stopping ? ReadingTask.END : reading.read();
    if (wait == ReadingTask.END) {
      endReading(reading);
      return true;
    }
    long end = System.nanoTime();
    meter.worked(begin, end, blocked);
    nextRead = end + wait;
    return wait == 0;
  }

  private long nanosToNextRead(long now) {
    return work instanceof ReadingWork reading && !reading.hasEnded()
        ? nextRead - now
        : Long.MAX_VALUE;
  }

  private void endReading(ReadingWork reading) {
    reading.end();
    var _ = sending.advance(Output.END_OF_TIME);
    sending.flush();
    engine.ended();
  }

  // Fusing

  /** The share of the time that it works or waits for receivers, lately. */
  double load() {
    return load;
  }

  /** Whether it duplicates or deletes itself, or is about to. */
  boolean isScaling() {
    return scaling.state().busy();
  }

  /** It holds up the others on its carrier, or is going to. */
  void wantCarrier() {
    wantsCarrier = true;
  }

  boolean wantsCarrier() {
    return wantsCarrier;
  }

  /** It gets a carrier of its own, and keeps it for a while. */
  void split() {
    wantsCarrier = false;
    quietSteps = 0;
    fuseAfter = System.nanoTime() + SPLIT_FOR;
  }

  /** The sender on whose carrier it should run, if there is one. */
  Optional<Instance> fusesWith() {
    return fusesWith;
  }

  /** It leaves its carrier for that of its sender. */
  void fused() {
    fusesWith = Optional.empty();
    quietSteps = 0;
  }

  /** Runs another instance, which gets the records of this one, on the same carrier. */
  void adopt(Instance instance) {
    var message = new Control.Adopt(instance);
    post(message);
    if (over && control.remove(message)) {
      engine.launch(instance);
    }
  }

  private void considerFusing(long now) {
    var counts = meter.counts();
    var done = counts.minus(before);
    load = (double) (done.workingNanos() + done.blockedNanos()) / Math.max(1, now - measured);
    before = counts;
    measured = now;
    quietSteps = load < QUIET ? quietSteps + 1 : 0;
    if (isQuiet() && !isScaling() && now - fuseAfter >= 0 && operator.isSole()) {
      fusesWith =
          onlySender()
              .filter(sender -> sender.isQuiet() && sender.operator.isSole())
              .filter(sender -> !sender.carrier.equals(carrier));
    }
  }

  private boolean isQuiet() {
    return quietSteps >= QUIET_STEPS;
  }

  /** The one that sends to this instance, and to no other. */
  private Optional<Instance> onlySender() {
    var senders = scaling.state().preds();
    return senders.size() == 1
        ? Optional.of(engine.instance(senders.least()))
            .filter(sender -> engine.graph().successors(sender.operator.operator()).size() == 1)
        : Optional.empty();
  }

  // Deciding

  private void decide(long now) {
    if (order.isEmpty() && scaling.isActive() && decider.isDue(now)) {
      var decision = decider.decide(this, now);
      considerFusing(now);
      switch (decision) {
        case Decision.Stay() -> {}
        case Decision.Duplicate(int times) -> duplicate(times);
        case Decision.Delete() -> delete();
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
