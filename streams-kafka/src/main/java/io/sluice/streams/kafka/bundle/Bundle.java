package io.sluice.streams.kafka.bundle;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.kafka.deciding.Decider;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.slot.Job;
import io.sluice.streams.kafka.slot.Keys;
import io.sluice.streams.kafka.slot.LocalSlots;
import io.sluice.streams.kafka.slot.Saved;
import io.sluice.streams.kafka.slot.Slot;
import io.sluice.streams.kafka.state.StateTable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the slots of a bundle on its thread, while this worker holds the bundle's lock. A step is a
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
  private final BooleanSupplier holdsLock;
  private final Runnable release;
  private final Consumer<PipelineFailedException> onFailure;
  private volatile boolean stopping;
  private volatile boolean killed;

  /**
   * @param holdsLock whether this worker may run the bundle at this moment
   * @param release gives the lock up. It is called when the bundle is to end, after its last step
   *     and before Kafka's clients are closed: a consumer waits for its last fetch then, up to half
   *     a second, and the next holder need not
   * @param onFailure is told if a function fails; then the bundle has ended
   */
  public Bundle(
      int number,
      Job job,
      InternalTopics topics,
      Options options,
      Admin admin,
      Room room,
      BooleanSupplier holdsLock,
      Runnable release,
      Consumer<PipelineFailedException> onFailure) {
    this.number = number;
    this.first = job.plan().bundle(number).getFirst();
    this.job = job;
    this.topics = topics;
    this.options = options;
    this.clients = new Clients(options);
    this.admin = admin;
    this.room = room;
    this.holdsLock = holdsLock;
    this.release = release;
    this.onFailure = onFailure;
  }

  public int number() {
    return number;
  }

  /** Ends after the present step, which is committed. */
  public void stop() {
    stopping = true;
  }

  /** Ends at once; what was not committed has not happened. */
  public void kill() {
    killed = true;
    stopping = true;
  }

  @Override
  public void run() {
    while (!stopping && holdsLock.getAsBoolean()) {
      try {
        attempt();
      } catch (PipelineFailedException e) {
        onFailure.accept(e);
        return;
      } catch (InterruptException e) {
        return;
      } catch (KafkaException | InternalTopics.Refused e) {
        if (!stopping) {
          LOG.info(
              "pipeline '{}': bundle {} begins again: {}", topics.pipeline(), number, e.toString());
          LockSupport.parkNanos(BACK_OFF);
        }
      } catch (RuntimeException e) {
        onFailure.accept(
            PipelineFailedException.without("", topics.pipeline(), "bundle-" + number, e));
        return;
      }
    }
  }

  /** Takes over, and runs until something fails or the bundle is to end. */
  private void attempt() {
    var producer = clients.producer(topics.transactionalId(number), options.commit());
    var slots = new LocalSlots();
    var files =
        options
            .stateFolder()
            .map(folder -> StateTable.open(folder, topics.pipeline() + "-" + number));
    try (var consumer = clients.consumer(topics.group())) {
      // Ends whatever an earlier holder of the bundle has under way. The last to call it wins, so
      // the lock is asked for afterwards.
      producer.initTransactions();
      if (holdsLock.getAsBoolean()) {
        var transaction = new Transaction(producer, consumer.groupMetadata(), topics, room);
        var saved = new Restore(clients, admin, topics).read(job.plan().bundle(number), files);
        for (int slot : job.plan().bundle(number)) {
          var state = saved.getOrDefault(slot, new Saved(slot, files));
          slots.add(new Slot(slot, job, state, transaction, slots));
        }
        var reading = new Reading(consumer, topics, job.plan(), slots.inOrder(), room);
        reading.begin();
        long step = Optional.ofNullable(saved.get(first)).map(Saved::step).orElse(0L);
        if (step != reading.step()) {
          LOG.warn(
              "pipeline '{}': bundle {} has state of step {} and offsets of step {}",
              topics.pipeline(),
              number,
              step,
              reading.step());
        }
        LOG.debug(
            "pipeline '{}': bundle {} runs here from step {}", topics.pipeline(), number, step);
        new Steps(slots, reading, transaction, step, options.commit()).run();
        transaction.abort();
        close(slots);
        if (stopping) {
          release.run();
        }
      }
    } finally {
      producer.close(Duration.ZERO); // What is not committed by now has not happened.
      close(slots);
      files.ifPresent(StateTable::close);
    }
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
    private int chunk = 16;
    private long idleNanos;
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

    void run() {
      while (!stopping && holdsLock.getAsBoolean()) {
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
      if (!killed && holdsLock.getAsBoolean() && (read || transaction.isOpen())) {
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
        idleNanos += System.nanoTime() - begin;
      }
    }

    /** Lets each slot decide by its load, once in a step. */
    private void decide() {
      long now = System.nanoTime();
      if (now / Decider.STEP == decided) {
        return;
      }
      decided = now / Decider.STEP;
      double largest = slots.inOrder().stream().mapToDouble(Slot::share).max().orElse(0);
      long waits = reading.waiting();
      slots.inOrder().forEach(slot -> slot.decide(idleNanos, waits, largest, now));
    }

    private Duration patience() {
      if (!reading.isEmpty()) {
        return Duration.ZERO;
      }
      if (!read && !transaction.isOpen()) {
        return catchUp.isUnderWay() ? SHORT : IDLE;
      }
      return readSource
          ? Duration.ofMillis(Math.max(0, due - System.currentTimeMillis()))
          : Duration.ZERO;
    }

    /** Sources commit on ticks that all workers have in common, others when nothing is left. */
    private boolean isDue(boolean drained) {
      if (transaction.isUrgent()) {
        return true;
      }
      if (!read && !transaction.isOpen()) {
        return false;
      }
      long now = System.currentTimeMillis();
      if (now < due) {
        return drained && !readSource;
      }
      return now >= latest() || reading.waiting() <= taken;
    }

    /**
     * While more waits than the step has taken, commits take a fifth of the time at most: what
     * waits is late anyway.
     */
    private long latest() {
      return Math.max(due, begun + 4 * commitMillis);
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
      if (transaction.isOpen() || reading.hasMoved()) {
        step++;
        var bytes = new ByteWriter();
        bytes.number(step);
        transaction.put(first, Keys.step(), bytes.toBytes());
        var positions = reading.positions(topics.control(first), step);
        long begin = System.currentTimeMillis();
        transaction.commit(positions);
        commitMillis = System.currentTimeMillis() - begin;
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
      polled = false;
      read = false;
      readSource = false;
      taken = 0;
    }
  }
}
