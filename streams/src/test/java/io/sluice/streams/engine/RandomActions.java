package io.sluice.streams.engine;

import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Orders random instances of a running pipeline to duplicate or delete themselves, again and again,
 * without regard to what is under way.
 */
final class RandomActions implements AutoCloseable {

  private static final long BETWEEN = TimeUnit.MICROSECONDS.toNanos(200);

  /** More orders than that are not left waiting. */
  private static final int MOST_WAITING = 8;

  private final Engine engine;
  private final List<OperatorRun> operators;
  private final SplittableRandom random;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Thread thread;

  RandomActions(EmbeddedPipeline pipeline, long seed) {
    this.engine = pipeline.engine();
    this.operators = engine.runs().stream().filter(run -> !run.limits().isFixed()).toList();
    this.random = new SplittableRandom(seed);
    this.thread = Thread.ofPlatform().daemon().name("random-actions").start(this::run);
  }

  /** How many instances have begun or ended. */
  long count() {
    return engine.runs().stream().mapToLong(OperatorRun::actionCount).sum();
  }

  private void run() {
    while (!stopped.get()) {
      var operator = operators.get(random.nextInt(operators.size()));
      var instances = operator.active();
      if (!instances.isEmpty() && engine.underWay() < MOST_WAITING) {
        var instance = instances.get(random.nextInt(instances.size()));
        instance.post(
            random.nextInt(operator.limits().max()) >= instances.size()
                ? new Control.Duplicate(random.nextInt(1, 3))
                : new Control.Delete());
      }
      LockSupport.parkNanos(BETWEEN);
    }
  }

  @Override
  public void close() {
    stopped.set(true);
    await().until(() -> !thread.isAlive());
  }
}
