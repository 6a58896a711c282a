package io.sluice.bench.streams.engine;

import java.time.Duration;
import java.util.Set;

/**
 * A stream engine to be measured.
 *
 * <p>To add one, implement this in a class with a public constructor, and name the class in {@code
 * META-INF/services}: columns appear in the order of that file. Its job applies the functions of
 * {@link Steps} to the records that a {@link Pacer} says are due, with one instance of each
 * operator to begin with.
 */
public interface StreamEngine {

  /** What an engine can do besides running a job. */
  enum Ability {
    /** A running job can be given more or fewer instances. */
    RESCALE,
    /** So can each operator alone, without a restart of the job. */
    RESCALE_OPERATORS,
    /** Operators decide by their load how many instances they have. */
    DECIDE
  }

  /** The name on the command line. */
  String name();

  /** Engine and configuration as the table shows them. */
  String title();

  default Set<Ability> abilities() {
    return Set.of();
  }

  /** How long to wait from one change of scale to the next. */
  default Duration betweenActions() {
    return Duration.ofSeconds(1);
  }

  /** Starts a job. Records need not arrive yet when this returns. */
  Job start(Workload workload) throws Exception;

  /** A running job. */
  interface Job extends AutoCloseable {

    /**
     * Changes the number of instances of an operator, or of the whole job if operators do not scale
     * alone; returns when all instances run. From then on the operator decides nothing by itself.
     */
    default void scale(Operator operator, int instances) throws Exception {
      throw new UnsupportedOperationException("this engine does not rescale a running job");
    }

    /** How many instances an operator has now. */
    default int instances(Operator operator) {
      throw new UnsupportedOperationException("this engine does not say how many instances run");
    }

    @Override
    void close();
  }

  /** The operators of every job, in their order. */
  enum Operator {
    SOURCE,
    FIRST,
    SECOND,
    THIRD,
    SINK
  }
}
