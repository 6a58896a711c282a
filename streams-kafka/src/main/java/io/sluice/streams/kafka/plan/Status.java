package io.sluice.streams.kafka.plan;

import java.util.List;

/** What all workers of a pipeline hear. */
public sealed interface Status {

  /**
   * The first entry: what the pipeline was when it was first started.
   *
   * @param shape see {@link Plan#shape}
   */
  record Founded(List<String> shape) implements Status {}

  /**
   * An operator has these active instances.
   *
   * @param slots the keeper first, then in the order of their birth
   */
  record Instances(int operator, List<Integer> slots) implements Status {}

  /** Every record of bounded sources has been processed by this operator. */
  record Ended(int operator) implements Status {}

  /**
   * A function has thrown an exception: the workers that run now end.
   *
   * @param message says the operator, the record and the cause
   */
  record Failed(String operator, String message) implements Status {}
}
