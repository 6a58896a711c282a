package io.sluice.streams.kafka.slot;

import io.sluice.streams.DeadLetters;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import java.util.Optional;

/** What a slot does with records: runs the task of its operator. */
abstract sealed class Work permits RecordWork, KeyedWork, SourceWork {

  private final String pipeline;
  private final String operator;
  private final Optional<DeadLetters> deadLetters;
  private final Counts counts;

  Work(String pipeline, Operator operator, Counts counts) {
    this.pipeline = pipeline;
    this.operator = operator.name();
    this.deadLetters = operator.deadLetters();
    this.counts = counts;
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

  /** A function has thrown something at a record: the pipeline fails, unless it was told not to. */
  final void failed(Object record, Throwable why) {
    switch (why) {
      case PipelineFailedException already -> throw already;
      case Exception exception when deadLetters.isPresent() -> {
        counts.gaveUp();
        giveUp(deadLetters.get(), record, exception);
      }
      default -> throw PipelineFailedException.at(record, pipeline, operator, why);
    }
  }

  private void giveUp(DeadLetters taker, Object record, Exception why) {
    try {
      taker.take(operator, record, why);
    } catch (RuntimeException e) {
      e.addSuppressed(why);
      throw PipelineFailedException.at(record, pipeline, operator, e);
    }
  }

  /** A function has failed without a record. */
  final PipelineFailedException failure(String doing, Throwable why) {
    return PipelineFailedException.without(doing, pipeline, operator, why);
  }
}
