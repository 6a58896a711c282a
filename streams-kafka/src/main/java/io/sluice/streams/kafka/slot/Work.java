package io.sluice.streams.kafka.slot;

import io.sluice.streams.engine.work.Failures;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.slot.Item.Entry;

/** What a slot does with records: runs the task of its operator. */
abstract sealed class Work permits RecordWork, KeyedWork, SourceWork {

  private final Counts counts;
  private final Failures failures;

  Work(String pipeline, Operator operator, Counts counts) {
    this.counts = counts;
    this.failures = new Failures(pipeline, operator, counts::gaveUp);
  }

  abstract void process(Entry entry);

  /** No record up to this time can come any more. */
  void advance(long watermark) {}

  /** The watermark behind what has been emitted. */
  abstract long watermark(long input);

  /** A watermark that the task makes itself, to be saved. */
  long ownWatermark() {
    return Output.NO_TIME;
  }

  /** The instance is gone; another one may follow. */
  void clear() {}

  /** Everything so far is about to be committed. */
  void flush() {}

  void close() throws Exception {}

  final Counts counts() {
    return counts;
  }

  final Failures failures() {
    return failures;
  }
}
