package io.sluice.streams.operator;

import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Output;
import java.util.function.Predicate;

/** Sends each record to one of two ports. */
public final class SplitTask<T> implements RecordTask {

  /** The records for which the predicate holds. */
  public static final int MATCHING = 0;

  /** The other records. */
  public static final int OTHERS = 1;

  private final Predicate<? super T> predicate;

  public SplitTask(Predicate<? super T> predicate) {
    this.predicate = predicate;
  }

  @Override
  @SuppressWarnings("unchecked") // the stream before it has records of this type
  public void process(Object record, long time, long watermark, Output out) {
    out.emit(predicate.test((T) record) ? MATCHING : OTHERS, record, time, watermark);
  }
}
