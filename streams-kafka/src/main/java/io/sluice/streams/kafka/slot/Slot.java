package io.sluice.streams.kafka.slot;

import io.sluice.protocol.scaling.keyed.KeyedMessage.Bye;
import io.sluice.streams.Snapshot;
import io.sluice.streams.engine.scaling.Watermarks;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Decider;
import io.sluice.streams.kafka.deciding.Measured;
import io.sluice.streams.kafka.deciding.Observed;
import io.sluice.streams.kafka.slot.Item.Entry;
import io.sluice.streams.kafka.state.Keys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * One slot: an instance of an operator, or the place of one. Only the thread of its bundle uses it.
 *
 * <p>The bundle gives it what it reads from the slot's partitions, calls {@link #between} when
 * there is no more, and {@link #save} before each commit. What a slot does about scaling is in
 * {@link SlotScaling}.
 */
public final class Slot {

  /** A slot reads on while fewer records than that are parked. */
  private static final int MOST_PARKED = 1 << 16;

  /** The share of its capacity that an instance may use. */
  private static final double FULL = 0.8;

  /** What is averaged is averaged over about that number. */
  private static final int SMOOTHED = 16;

  private final int number;
  private final Job job;
  private final Writes writes;
  private final Store store;
  private final Sender sender;
  private final Work work;
  private final Watermarks watermarks = new Watermarks();
  private final SlotScaling scaling;
  private final Ending ending;
  private final LocalSlots local;
  private final LocalSlots.Inbox inbox = new LocalSlots.Inbox();

  private Decider decider;
  private long watermark;
  private long counted;
  private long total;
  private long workingNanos;
  private double ofAnItem;
  private Progress savedProgress;

  /**
   * Goes on from what was saved.
   *
   * @param saved what its state partition has; nothing if the pipeline begins
   * @param local the slots of its bundle
   */
  public Slot(int number, Job job, Saved saved, Writes writes, LocalSlots local) {
    this.number = number;
    this.job = job;
    this.writes = writes;
    var progress = saved.progress();
    this.savedProgress = progress;
    this.watermark = progress.watermark();
    this.store = new Store(number, job.format(), job.items(), writes, saved.files());
    this.local = local;
    this.decider = job.decider(number);
    this.sender = job.sender(number, writes, local);
    this.work = job.work(number, progress, store, sender, writes);
    this.ending = new Ending(progress.ended(), progress.finished());
    watermarks.resume(progress.watermarks());
    this.scaling = new SlotScaling(this, job.plan(), saved.state(), writes);
    scaling.begin(progress.sent());
    saved.restore(store);
  }

  /** What an application tells the keeper of an operator, as bytes for its control partition. */
  public static byte[] goal(Optional<Integer> instances) {
    return SlotScaling.toBytes(new Control.Goal(instances));
  }

  public int number() {
    return number;
  }

  Store store() {
    return store;
  }

  Sender sender() {
    return sender;
  }

  Work work() {
    return work;
  }

  Watermarks watermarks() {
    return watermarks;
  }

  Ending ending() {
    return ending;
  }

  /** Whether it is an instance now; before that its data is not read. */
  public boolean isActive() {
    return scaling.isActive();
  }

  /** Whether its data should be read now. */
  public boolean isReading() {
    return isActive() && store.parkedRecords() < MOST_PARKED;
  }

  public boolean isSource() {
    return work instanceof SourceWork;
  }

  /**
   * Whether what it would emit now can be sent.
   *
   * @param hasRoom whether a slot of another bundle has room for more
   */
  public boolean canSend(IntPredicate hasRoom) {
    return sender.canSend(hasRoom);
  }

  /** What the slots of its own bundle send to it. */
  public LocalSlots.Inbox inbox() {
    return inbox;
  }

  LocalSlots local() {
    return local;
  }

  /**
   * For a source: whether it reads this partition of its topic. Partitions are the key groups of
   * sources, and how far they have been read is committed in the transactions of their owners.
   */
  public boolean owns(int partition) {
    return isActive()
        && scaling.state().owned().contains(partition % job.plan().graph().keyGroups());
  }

  /** For a source: how many partitions its topic has. */
  public void partitions(int number) {
    scaling.partitions(number);
  }

  /** For a bounded source: where its partitions end, as it was when the pipeline began. */
  public Map<Integer, Long> ends() {
    return scaling.ends();
  }

  public void ends(Map<Integer, Long> found) {
    scaling.ends(found);
  }

  // What is read

  /** A record of the control partition. */
  public void control(byte[] message) {
    scaling.control(message);
  }

  /** A record of the data partition. */
  public void data(byte[] item) {
    long begin = System.nanoTime();
    long before = counted;
    job.items().read(item, this::take);
    ofAnItem += ((double) (counted - before) - ofAnItem) / SMOOTHED;
    worked(System.nanoTime() - begin);
  }

  /** Records of the topic that a source reads. */
  public void read(List<ConsumerRecord<byte[], byte[]>> records) {
    if (work instanceof SourceWork source) {
      long begin = System.nanoTime();
      records.forEach(source::read);
      counted += records.size();
      worked(System.nanoTime() - begin);
    }
  }

  /** Takes what slots of its own bundle have sent. */
  public void takeLocal() {
    if (inbox.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    for (var next = inbox.take(); next.isPresent(); next = inbox.take()) {
      take(next.get());
    }
    worked(System.nanoTime() - begin);
  }

  /** About how many records a record of its data partition has. */
  public long recordsOfAnItem() {
    return Math.max(1, Math.round(ofAnItem));
  }

  private void worked(long nanos) {
    workingNanos += nanos;
    work.counts().worked(nanos);
  }

  private void take(Item item) {
    switch (item) {
      case Entry entry -> {
        work.process(entry);
        counted++;
      }
      case Item.Watermark(int from, long time) -> watermarks.advance(from, time);
      case Item.Note(int from, var message) -> {
        if (message instanceof Bye) {
          watermarks.end(from);
          ending.forget(from);
        }
        scaling.receive(from, message);
      }
      case Item.End(int from) -> ending.add(from);
    }
  }

  // Between records

  /** Does what is to be done when everything that was read has been processed. */
  public void between() {
    if (isActive()) {
      scaling.between();
      advance();
      finishIfEnded();
      sender.flush();
    }
  }

  /** Lets timers expire, if the watermark has advanced and no group is about to move. */
  private void advance() {
    if (scaling.isMoving() || ending.isFinished()) {
      return;
    }
    long next = watermarks.least();
    if (next > watermark) {
      watermark = next;
      work.advance(next);
    }
    sender.advance(work.watermark(watermark));
  }

  /** All senders have ended, nothing is under way: then this slot ends, too. */
  private void finishIfEnded() {
    if (!isSource()
        && !ending.isFinished()
        && scaling.isFree()
        && ending.isOf(scaling.state().preds())
        && store.parkedRecords() == 0) {
      work.advance(Output.END_OF_TIME);
      finish();
    }
  }

  /** A source reads no more. */
  public void finishSource() {
    if (!ending.isFinished() && scaling.isFree()) {
      finish();
    }
  }

  private void finish() {
    sender.advance(Output.END_OF_TIME);
    sender.end();
    ending.finish();
    scaling.tellEnd();
  }

  public boolean isFinished() {
    return ending.isFinished();
  }

  // Deciding

  /** The share of the bundle's thread that it uses of late. */
  public double share() {
    return decider.share();
  }

  /**
   * Decides by its load whether there should be more or fewer instances of its operator.
   *
   * @param spareNanos how much more time of the bundle's thread slots could have had
   * @param waits how many records wait for this slot
   * @param waitsInFront how many wait for others of the bundle whose records come to this slot
   * @param largestShare of the thread, among the slots of the bundle
   */
  public void decide(
      long spareNanos, long waits, long waitsInFront, double largestShare, long now) {
    int operator = job.plan().operatorOf(number);
    if (!isActive() || job.plan().graph().operators().get(operator).instances().isFixed()) {
      return;
    }
    var decision =
        decider.decide(
            new Measured(total + counted, workingNanos, spareNanos),
            waits,
            waitsInFront,
            largestShare,
            job.siblings(operator),
            job.places(),
            now);
    if (decision.change() != 0 && scaling.isFree() && !ending.isFinished()) {
      scaling.wish(decision.change());
    }
  }

  /**
   * Says what this instance has done until now.
   *
   * @param waits how many records wait for it
   */
  public void observe(long waits, long now) {
    if (isActive()) {
      boolean inside = scaling.isMoving() || scaling.state().busy();
      job.observed()
          .seen(
              new Snapshot.OfInstance(number, total + counted, workingNanos / 1e9, waits, inside),
              now);
    }
  }

  /** As keeper: says why the number of instances will change. */
  void changes(boolean byHand) {
    String cause = byHand ? "by hand" : decider.reason();
    job.observed()
        .changes(job.plan().operatorOf(number), new Observed.Change(cause, System.nanoTime()));
  }

  /** As keeper: whether the others could do the work of one that goes. */
  boolean couldSpareOne() {
    return decider.couldSpareOne(FULL, System.nanoTime());
  }

  /** As keeper: the operator grows by its load. */
  void grows() {
    decider.grows(System.nanoTime());
  }

  /** As keeper: whether others may wish for more instances only because a backlog is worked off. */
  boolean isWorkingOff() {
    return decider.isWorkingOff(System.nanoTime());
  }

  /** The instance is gone; the slot may be used again. */
  void clear() {
    decider = job.decider(number);
    watermark = Output.NO_TIME;
    watermarks.resume(Map.of());
    ending.clear();
    sender.clear();
    work.clear();
  }

  // Saving

  /** Writes what has changed since the last time. */
  public void save() {
    work.flush();
    store.save();
    scaling.save();
    var progress =
        new Progress(
            watermarks.saved(),
            watermark,
            work.ownWatermark(),
            sender.watermark(),
            ending.senders(),
            ending.isFinished());
    if (!progress.equals(savedProgress)) {
      savedProgress = progress;
      writes.put(number, Keys.progress(), Saved.PROGRESSES.encode(progress));
    }
    work.counts().processed(counted);
    total += counted;
    counted = 0;
    work.counts().emitted(sender.takeEmitted());
  }

  /** Ends what the application's functions have open. */
  public void close() throws Exception {
    work.close();
  }
}
