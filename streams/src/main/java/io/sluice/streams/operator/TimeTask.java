package io.sluice.streams.operator;

import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Output;
import java.util.function.ToLongFunction;

/**
 * Gives each record a time and makes the watermark, which follows the highest time by a fixed
 * distance and never goes back. There must be one instance only.
 */
public final class TimeTask<T> implements RecordTask {

  private final ToLongFunction<? super T> time;
  private final long outOfOrder;
  private long watermark = Output.NO_TIME;

  /**
   * @param outOfOrderMillis by how much a record may be older than one before it
   */
  public TimeTask(ToLongFunction<? super T> time, long outOfOrderMillis) {
    this.time = time;
    this.outOfOrder = outOfOrderMillis;
  }

  @Override
  @SuppressWarnings("unchecked") // the stream before it has records of this type
  public void process(Object record, long ignoredTime, long ignoredWatermark, Output out) {
    long stamp = Times.checked(time.applyAsLong((T) record));
    watermark = Math.max(watermark, stamp - outOfOrder - 1);
    out.emit(0, record, stamp, watermark);
  }

  @Override
  public void resume(long former) {
    watermark = former;
  }

  @Override
  public long watermark(long input) {
    return input == Output.END_OF_TIME ? input : watermark;
  }
}
