package io.sluice.page.pipeline;

import java.util.List;

/** The load of a pipeline that a reader may change, and what its sink has found. */
public interface Load {

  /** The load as a multiple of the usual one. */
  double factor();

  /** Changes it. */
  void change(double factor);

  /** Lets the load be far higher for a few seconds. */
  void burst();

  /** The processes that run the pipeline, if they can be killed. */
  default List<String> workers() {
    return List.of();
  }

  /**
   * Kills a process that runs the pipeline.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  default void kill(String worker) {
    throw new IllegalArgumentException("there is no worker '%s' to kill".formatted(worker));
  }

  /** How many processes have been killed. */
  default int crashes() {
    return 0;
  }

  /** What the sink has found so far. */
  Found found();

  /**
   * What a sink has found, record by record.
   *
   * @param lost records that were read and can no longer arrive: known at the end only
   * @param doubled records that arrived more than once
   * @param outOfOrder records that arrived before an earlier one of the same key
   */
  record Found(long lost, long doubled, long outOfOrder) {}
}
