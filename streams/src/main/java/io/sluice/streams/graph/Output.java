package io.sluice.streams.graph;

/** Takes what an operator makes of its input. For the operator's own thread only. */
public interface Output {

  /** The time of a record, and of its watermark, in a pipeline without event time. */
  long NO_TIME = Long.MIN_VALUE;

  /** The watermark after the last record. */
  long END_OF_TIME = Long.MAX_VALUE;

  /**
   * Emits a record with the time of the record or timer that is being processed.
   *
   * @param port which of the operator's outputs
   */
  void emit(int port, Object record);

  /**
   * Emits a record.
   *
   * @param time its event time
   * @param watermark the watermark at its source when it was read: the record is late for
   *     everything that ends before
   */
  void emit(int port, Object record, long time, long watermark);
}
