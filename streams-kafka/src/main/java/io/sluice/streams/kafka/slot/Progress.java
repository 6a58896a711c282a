package io.sluice.streams.kafka.slot;

import io.sluice.protocol.ProcessSet;
import io.sluice.streams.graph.Output;
import java.util.Map;

/**
 * How far a slot has come.
 *
 * @param watermarks what each sender has said last
 * @param watermark the least of them, up to which timers have expired
 * @param task the watermark that the task makes itself, if it does
 * @param sent what receivers have been told
 * @param ended the senders that will send nothing any more
 * @param finished whether this slot has told its receivers the same
 */
public record Progress(
    Map<Integer, Long> watermarks,
    long watermark,
    long task,
    long sent,
    ProcessSet ended,
    boolean finished) {

  public static final Progress NONE =
      new Progress(
          Map.of(), Output.NO_TIME, Output.NO_TIME, Output.NO_TIME, ProcessSet.EMPTY, false);

  public Progress {
    watermarks = Map.copyOf(watermarks);
  }
}
