package io.sluice.streams;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A pipeline that has been started. Its threads are daemons and end with it.
 *
 * <pre>{@code
 * try (var running = pipeline.start()) {
 *   running.await();
 * }
 * }</pre>
 */
public interface Running extends AutoCloseable {

  /** How far a pipeline has come. */
  enum State {
    RUNNING,
    /** The sources have ended or were told to stop; what is under way is still processed. */
    DRAINING,
    /** Every record has been processed. */
    DONE,
    /** It was killed. */
    KILLED,
    /** A function has thrown an exception; see {@link #failure}. */
    FAILED
  }

  State state();

  /**
   * Waits until every record of the sources has been processed.
   *
   * @throws PipelineFailedException if a function threw an exception
   * @throws IllegalStateException if the pipeline was killed
   */
  void await() throws InterruptedException;

  /**
   * The same, but not longer than that.
   *
   * @return whether the pipeline has ended in that time
   */
  boolean await(Duration timeout) throws InterruptedException;

  /** Why the pipeline has failed, if it has. */
  Optional<PipelineFailedException> failure();

  /** Stops the sources and returns when all records read so far have been processed. */
  void stop() throws InterruptedException;

  /** Ends the pipeline at once. Records under way are dropped. */
  void kill();

  /**
   * Lets an operator have that number of instances from now on, whatever its load, until {@link
   * #release}.
   *
   * @return completes when it has; exceptionally if the pipeline ends before, and cancelled if it
   *     is scaled again or released before
   * @throws IllegalArgumentException if there is no such operator, or the number is not within its
   *     limits
   */
  CompletableFuture<Void> scale(String operator, int instances);

  /** Lets an operator that was {@link #scale scaled} decide by its load again. */
  void release(String operator);

  /** What the pipeline is doing. */
  Snapshot snapshot();

  /** Ends the pipeline, at once if it has not ended yet, and waits until its threads are gone. */
  @Override
  void close();
}
