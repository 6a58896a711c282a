package io.sluice.streams.kafka.bundle;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.kafka.deciding.Decider;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.slot.Job;
import io.sluice.streams.kafka.slot.LocalSlots;
import io.sluice.streams.kafka.slot.Saved;
import io.sluice.streams.kafka.slot.Slot;
import io.sluice.streams.kafka.state.Keys;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the slots of a bundle on its thread, from the time this worker may until another one takes
 * over; before that it prepares itself, so that it can begin at once. The bundle's lock keeps
 * workers from taking it from each other in turns; that no two of them have an effect is due to
 * Kafka, which lets only the latest producer with the bundle's transactional id commit. A step is a
 * transaction: what was read, what was made of it and what has changed become visible together, or
 * not at all. Whatever fails, everything in memory is dropped, and the bundle begins again from the
 * last transaction.
 */
public final class Bundle implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Bundle.class);

  private static final Duration IDLE = Duration.ofMillis(100);
  private static final int MOST_OF_A_SOURCE = 256;
  private static final Duration SHORT = Duration.ofMillis(1);

  private static final long BACK_OFF = TimeUnit.MILLISECONDS.toNanos(100);

  private final int number;

  /** The slot whose state has the number of the bundle's last step. */
  private final int first;

  private final Job job;
  private final InternalTopics topics;
  private final Options options;
  private final Clients clients;
  private final Admin admin;
  private final Room room;
  private final Runnable onReady;
  private final Consumer<PipelineFailedException> onFailure;
  private volatile Optional<Lock> lock = Optional.empty();
  private Optional<Standby> standby = Optional.empty();
  private volatile boolean stopping;
  private volatile boolean killed;
  private volatile double busy;

  /** The right to run the bundle: its lock, or that the worker that ran it is silent. */
  public interface Lock {

    /** Whether this worker may take the bundle over at this moment. */
    boolean mayBegin();

    /**
     * Whether it may end the transactions of another worker once more, after something has failed.
     * Not without the lock: the other one may be alive, and hold it.
     */
    boolean mayTryAgain();

    /** Nothing will be written any more. */
    void release();
  }

  /**
   * @param onReady is called when the bundle could run here at once
   * @param onFailure is told if a function fails; then the bundle has ended
   */
  public Bundle(
      int number,
      Job job,
      InternalTopics topics,
      Options options,
      Admin admin,
      Room room,
      Runnable onReady,
      Consumer<PipelineFailedException> onFailure) {
    this.number = number;
    this.first = job.plan().bundle(number).getFirst();
    this.job = job;
    this.topics = topics;
    this.options = options;
    this.clients = new Clients(options);
    this.admin = admin;
    this.room = room;
    this.onReady = onReady;
    this.onFailure = onFailure;
  }

  public int number() {
    return number;
  }

  /** This worker may run the bundle from now on. */
  public void grant(Lock granted) {
    lock = Optional.of(granted);
  }

  /** Ends after the present step, which is committed. */
  public void stop() {
    stopping = true;
  }

  /** Ends at once; what was not committed has not happened. */
  public void kill() {
    killed = true;
    stop();
  }

  /** The share of its thread that it uses of late. */
  public double busy() {
    return busy;
  }

  private boolean mayBegin() {
    return !stopping && lock.filter(Lock::mayBegin).isPresent();
  }

  @Override
  public void run() {
    try {
      prepare();
      boolean again = true;
      while (again && mayBegin()) {
        attempt();
        again = lock.filter(Lock::mayTryAgain).isPresent();
      }
    } catch (PipelineFailedException e) {
      onFailure.accept(e);
    } catch (InterruptException e) {
      LOG.debug("pipeline '{}': bundle {} was interrupted", topics.pipeline(), number, e);
    } catch (RuntimeException e) {
      onFailure.accept(
          PipelineFailedException.without("", topics.pipeline(), "bundle-" + number, e));
    } finally {
      standby.ifPresent(Standby::close);
      lock.ifPresent(Lock::release);
    }
  }

  /** Makes everything that can be made before the lock is held, then waits for it. */
  private void prepare() {
    boolean ready = false;
    while (!stopping && lock.isEmpty()) {
      try {
        var prepared = standby();
        if (!ready && prepared.isUpToDate()) {
          ready = true;
          onReady.run();
        }
        prepared.follow();
      } catch (InterruptException e) {
        throw e;
      } catch (KafkaException | InternalTopics.Refused e) {
        beginAgain(e);
      }
    }
  }

  private Standby standby() {
    if (standby.isEmpty()) {
      var slots = job.plan().bundle(number);
      var made = new Standby(clients, admin, topics, options, number, slots);
      standby = Optional.of(made);
      made.connect(topics, slots, Reading.sources(job.plan(), slots));
    }
    return standby.get();
  }

  private void beginAgain(RuntimeException why) {
    standby.ifPresent(Standby::close);
    standby = Optional.empty();
    if (!stopping) {
      LOG.info(
          "pipeline '{}': bundle {} begins again: {}", topics.pipeline(), number, why.toString());
      LockSupport.parkNanos(BACK_OFF);
    }
  }

  /** Takes over, and runs until something fails or the bundle is to end. */
  private void attempt() {
    var slots = new LocalSlots();
    try {
      takeOver(standby(), slots);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException | InternalTopics.Refused e) {
      beginAgain(e);
    } catch (TooLargeException e) {
      throw e.in(job.plan(), topics);
    } finally {
      close(slots);
    }
  }

  private void takeOver(Standby prepared, LocalSlots slots) {
    var consumer = prepared.consumer();
    // Ends whatever an earlier holder of the bundle has under way. The last to call it wins, so
    // the lock is looked at afterwards.
    prepared.producer().initTransactions();
    if (!mayBegin()) {
      return;
    }
    var transaction =
        new Transaction(
            prepared.producer(), consumer.groupMetadata(), topics, room, clients.largestResult());
    var saved = prepared.complete();
    for (int slot : job.plan().bundle(number)) {
      var state = saved.getOrDefault(slot, new Saved(slot, prepared.files()));
      slots.add(new Slot(slot, job, state, transaction, slots));
    }
    var reading = new Reading(consumer, topics, job.plan(), slots.inOrder(), room);
    reading.begin();
    long step = Optional.ofNullable(saved.get(first)).map(Saved::step).orElse(0L);
    if (step > 0 && reading.step() == 0) {
      throw new IllegalStateException(
          "how far the pipeline has read is lost, since it stood still for longer than the broker's offsets.retention.minutes: remove its state with `sluice streams delete %s`, and start it from its sources"
              .formatted(topics.pipeline()));
    }
    if (step != reading.step()) {
      LOG.warn(
          "pipeline '{}': bundle {} has state of step {} and offsets of step {}",
          topics.pipeline(),
          number,
          step,
          reading.step());
    }
    LOG.debug("pipeline '{}': bundle {} runs here from step {}", topics.pipeline(), number, step);
    new Steps(slots, reading, transaction, step, options.commit()).run();
    transaction.abort();
    close(slots);
    // Before Kafka's clients are closed: a consumer waits for its last fetch then, up to half a
    // second, and the next holder need not.
    lock.ifPresent(Lock::release);
  }

  /** Ends what the application's functions have open; the second time there is nothing left. */
  private void close(LocalSlots slots) {
    for (var slot : slots.takeAll()) {
      try {
        slot.close();
      } catch (Exception e) {
        LOG.warn("pipeline '{}': a task could not be closed", topics.pipeline(), e);
      }
    }
  }

  /** The steps of one attempt. */
  private final class Steps {

    private final LocalSlots slots;
    private final Reading reading;
    private final CatchUp catchUp;
    private final Transaction transaction;
    private final long interval;
    private boolean polled;
    private boolean read;
    private boolean readSource;

    /** Its inputs have waited while the bundle was handed over: the next commit waits for none. */
    private boolean atFirst = true;

    private int chunk = 16;
    private final ThreadTime time = new ThreadTime(System.nanoTime());
    private long decided;
    private long step;

    /** When the present step is to be committed, if something has been read. */
    private long due;

    /** When it has begun, and how many records of sources it has taken. */
    private long begun;

    private long taken;

    /** How long the last commit took. */
    private long commitMillis;

    Steps(LocalSlots slots, Reading reading, Transaction transaction, long step, Duration commit) {
      this.step = step;
      this.catchUp = new CatchUp(admin, topics, slots);
      this.slots = slots;
      this.reading = reading;
      this.transaction = transaction;
      this.interval = commit.toMillis();
    }

    /** Until it is told to stop, or another worker's producer has taken over. */
    void run() {
      while (!stopping) {
        catchUp.look(reading::position);
        poll();
        boolean any = take();
        for (var slot : slots.inOrder()) {
          slot.takeLocal();
          slot.between();
        }
        reading.endSources();
        if (isDue(!any)) {
          commit();
          reading.followSources();
        }
        decide();
      }
      if (!killed && (read || transaction.isOpen())) {
        commit();
      }
    }

    /** Reads on if everything that can be taken has been, and otherwise once in a step. */
    private void poll() {
      if (polled && !reading.isEmpty()) {
        return;
      }
      polled = true;
      var patience = patience();
      long begin = System.nanoTime();
      reading.poll(patience);
      if (patience.isPositive()) {
        time.waited(System.nanoTime() - begin);
      }
    }

    /** Lets each slot decide by its load, once in a step. */
    private void decide() {
      long now = System.nanoTime();
      if (now / Decider.STEP == decided) {
        return;
      }
      decided = now / Decider.STEP;
      time.measure(now);
      busy = time.busy();
      double largest = slots.inOrder().stream().mapToDouble(Slot::share).max().orElse(0);
      reading.poll(Duration.ZERO); // What waits is known by what was read last.
      for (var slot : slots.inOrder()) {
        long own = reading.waiting(slot);
        slot.observe(own, now);
        slot.decide(time.spareNanos(), own, reading.waitingInFrontOf(slot), largest, now);
      }
    }

    private Duration patience() {
      if (!reading.isEmpty()) {
        return Duration.ZERO;
      }
      if (!read && !transaction.isOpen()) {
        return catchUp.isUnderWay() ? SHORT : IDLE;
      }
      return readSource
          ? Duration.ofMillis(atFirst ? 0 : Math.max(0, due - System.currentTimeMillis()))
          : Duration.ZERO;
    }

    /** Sources commit on ticks that all workers have in common, others when nothing is left. */
    private boolean isDue(boolean drained) {
      if (transaction.isUrgent()) {
        return true;
      }
      if (!read && !transaction.isOpen()) {
        return reading.isStale(System.nanoTime());
      }
      long now = System.currentTimeMillis();
      if (now < due) {
        return drained && (atFirst || !readSource);
      }
      return now >= latest() || reading.waiting() <= taken;
    }

    /**
     * While more waits than the step has taken, commits take a fifth of the time at most: what
     * waits is late anyway.
     */
    private long latest() {
      return Math.max(due, begun + ThreadTime.WORK_BETWEEN_COMMITS * commitMillis);
    }

    /** Takes what was read, control first, until the step is due; returns whether there was any. */
    private boolean take() {
      if (reading.isEmpty()) {
        return false;
      }
      if (!read) {
        read = true;
        begun = System.currentTimeMillis();
        due = (begun / interval + 1) * interval;
      }
      boolean any = reading.takeControl();
      boolean more;
      do {
        long begin = System.nanoTime();
        more = reading.takeData();
        int ofSources = reading.takeSources(chunk);
        taken += ofSources;
        readSource |= ofSources > 0;
        more |= ofSources > 0;
        any |= more;
        slots.inOrder().forEach(Slot::takeLocal);
        adapt(System.nanoTime() - begin);
      } while (more && System.currentTimeMillis() < due && !transaction.isUrgent());
      return any;
    }

    /** Takes fewer records at a time if a round takes long, so that commits are in time. */
    private void adapt(long nanos) {
      long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
      if (millis > interval / 4) {
        chunk = Math.max(1, chunk / 2);
      } else if (millis < interval / 16 + 1) {
        chunk = Math.min(MOST_OF_A_SOURCE, 2 * chunk);
      }
    }

    private void commit() {
      slots.inOrder().forEach(Slot::save);
      if (transaction.isOpen() || reading.hasMoved() || reading.isStale(System.nanoTime())) {
        step++;
        var bytes = new ByteWriter();
        bytes.number(step);
        transaction.put(first, Keys.step(), bytes.toBytes());
        var positions = reading.positions(topics.control(first), step, System.nanoTime());
        long begin = System.nanoTime();
        transaction.commit(positions);
        long took = System.nanoTime() - begin;
        commitMillis = TimeUnit.NANOSECONDS.toMillis(took);
        time.committed(took);
        reading.committed(positions);
        slots.committed();
        LOG.trace(
            "pipeline '{}': bundle {} step {} took {} records and {} ms to commit",
            topics.pipeline(),
            number,
            step,
            taken,
            commitMillis);
      }
      atFirst = false;
      polled = false;
      read = false;
      readSource = false;
      taken = 0;
    }
  }
}
