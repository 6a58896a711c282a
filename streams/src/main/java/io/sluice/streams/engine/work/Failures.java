package io.sluice.streams.engine.work;

import io.sluice.streams.DeadLetters;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.graph.Operator;
import java.util.Optional;

/** What becomes of a function that throws; the same in every engine. */
public final class Failures {

  private final String pipeline;
  private final String operator;
  private final Optional<DeadLetters> deadLetters;
  private final Runnable gaveUp;

  /**
   * @param gaveUp counts a record that the dead letters take
   */
  public Failures(String pipeline, Operator operator, Runnable gaveUp) {
    this.pipeline = pipeline;
    this.operator = operator.name();
    this.deadLetters = operator.deadLetters();
    this.gaveUp = gaveUp;
  }

  /** A function has thrown something at a record: the pipeline fails, unless it was told not to. */
  public void at(Object record, Throwable why) {
    switch (why) {
      case Killed killed -> throw killed;
      case PipelineFailedException already -> throw already;
      case Exception exception when deadLetters.isPresent() -> {
        gaveUp.run();
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
  public PipelineFailedException without(String doing, Throwable why) {
    return PipelineFailedException.without(doing, pipeline, operator, why);
  }
}
