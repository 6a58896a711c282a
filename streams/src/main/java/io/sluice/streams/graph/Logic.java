package io.sluice.streams.graph;

import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.util.function.Supplier;

/**
 * What an operator does. Each instance has a task of its own, which only the thread of that
 * instance uses.
 */
public sealed interface Logic {

  /**
   * A source: it has no input.
   *
   * @param source what the application named, for engines that read it in a way of their own
   */
  record Reading(Source<?> source, Supplier<? extends ReadingTask> task) implements Logic {}

  /** An operator that treats each record by itself. */
  record Stateless(Supplier<? extends RecordTask> task) implements Logic {}

  /** A stateless operator that gives records their times. */
  record Timing(Supplier<? extends RecordTask> task) implements Logic {}

  /**
   * A sink: it has no output.
   *
   * @param sink what the application named, for engines that write to it in a way of their own
   */
  record Writing(Sink<?> sink, Supplier<? extends RecordTask> task) implements Logic {}

  /** An operator with a state for each key. */
  record Keyed(Supplier<? extends KeyedTask> task) implements Logic {}

  /** Reads records from outside. */
  interface ReadingTask {

    /** There is no further record. */
    long END = -1;

    /**
     * Emits some records, if there are any now. Must not wait: the instance has other duties.
     *
     * @return how many nanoseconds to wait before the next call; 0 for none, {@link #END} if there
     *     is no further record
     */
    long read(Output out) throws Exception;

    /** Called once, at the end. */
    default void close() throws Exception {}
  }

  /** Processes records, each by itself. */
  interface RecordTask {

    /**
     * @param time the record's event time
     * @param watermark as in {@link Output#emit(int, Object, long, long)}
     */
    void process(Object record, long time, long watermark, Output out) throws Exception;

    /**
     * The watermark behind what this task has emitted.
     *
     * @param input the watermark behind what it has processed
     */
    default long watermark(long input) {
      return input;
    }

    /**
     * Goes on where another task has ended, of which {@link #watermark} was this. Called once,
     * before any record.
     */
    default void resume(long watermark) {}

    /** There is no input now: what is buffered outside should go where it can be seen. */
    default void flush() throws Exception {}

    /** Called once, at the end. */
    default void close() throws Exception {}
  }

  /** Processes records that have a key. It keeps nothing itself: state belongs to keys. */
  interface KeyedTask {

    /**
     * @param input by which of the operator's inputs the record came, from 0
     */
    void process(int input, Object record, KeyContext context) throws Exception;

    /** A timer of a key has expired. */
    default void expired(long timer, KeyContext context) throws Exception {}

    /**
     * The watermark behind what this task has emitted.
     *
     * @param input the watermark behind what it has processed
     */
    default long watermark(long input) {
      return input;
    }
  }

  /** The key of the record or timer that is being processed, with its state. */
  interface KeyContext extends Output {

    Object key();

    /** The state of this key; what the supplier gives if it has none yet. */
    Object state(Supplier<?> initial);

    void setState(Object next);

    /** Removes the state of this key. Its timers stay. */
    void removeState();

    /** The event time of the record, or the time of the timer. */
    long time();

    /**
     * The watermark at the source when the record was read. Whether a record is late is judged by
     * it and not by the watermark that has arrived here, so that it does not depend on how many
     * instances the record has passed.
     */
    long watermark();

    /**
     * Sets a timer for this key, which expires when no record up to that time can come any more.
     * Setting it twice has no effect.
     */
    void timer(long time);
  }
}
