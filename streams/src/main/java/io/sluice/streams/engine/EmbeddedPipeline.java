package io.sluice.streams.engine;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.graph.Graph;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline that runs in this JVM. */
public final class EmbeddedPipeline implements Running {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPipeline.class);

  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private final Engine engine;

  private EmbeddedPipeline(Engine engine) {
    this.engine = engine;
  }

  /** Starts a pipeline. */
  public static EmbeddedPipeline start(Graph graph) {
    var engine = new Engine(graph);
    engine.start();
    return new EmbeddedPipeline(engine);
  }

  @Override
  public State state() {
    return engine.state();
  }

  @Override
  public void await() throws InterruptedException {
    engine.over().await();
    throwIfNotDone();
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    if (!engine.over().await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    throwIfNotDone();
    return true;
  }

  private void throwIfNotDone() {
    if (engine.failure().isPresent()) {
      throw engine.failure().get();
    }
    if (engine.state() == State.KILLED) {
      throw new IllegalStateException("the pipeline was killed");
    }
  }

  @Override
  public Optional<PipelineFailedException> failure() {
    return engine.failure();
  }

  @Override
  public void stop() throws InterruptedException {
    engine.stop();
    await();
  }

  @Override
  public void kill() {
    engine.kill();
  }

  @Override
  public CompletableFuture<Void> scale(String operator, int instances) {
    return find(operator).scale(instances);
  }

  @Override
  public void release(String operator) {
    find(operator).release();
  }

  Engine engine() {
    return engine;
  }

  private OperatorRun find(String operator) {
    return engine.runs().stream()
        .filter(run -> run.operator().name().equals(operator))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "pipeline '%s' has no operator '%s'"
                        .formatted(engine.graph().name(), operator)));
  }

  @Override
  public Snapshot snapshot() {
    return Snapshots.of(engine);
  }

  @Override
  public void close() {
    if (engine.over().getCount() > 0) {
      engine.kill();
    }
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    boolean interrupted = false;
    for (var thread : engine.threads().alive()) {
      long left = deadline - System.nanoTime();
      try {
        if (left <= 0 || !thread.join(Duration.ofNanos(left))) {
          LOG.warn("{} has not ended: a function does not respond to interrupts", thread.getName());
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
