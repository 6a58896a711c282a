package io.sluice.lab.live;

import io.sluice.broker.KafkaBroker;
import io.sluice.lab.experiment.Runner;
import io.sluice.lab.experiment.scaling.LiveScaling;
import io.sluice.lab.experiment.scaling.ScalingPlan;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/**
 * Live nodes over one network, on which experiments run their plans: the same protocol objects as
 * in the simulator, real messages, and clients that wait on a real clock. Each run has a lock of
 * its own, so several runs share the nodes at the same time.
 */
public final class LiveCluster implements AutoCloseable {

  /** How many runs may be started at the same time; most of them wait for a part of the budget. */
  private static final int RUNS_AT_ONCE = 50;

  private final LiveNetwork over;
  private final LiveNodes nodes;
  private final Optional<KafkaBroker> broker;

  /** The messages a second that all runs together may still send. */
  private final Semaphore budget;

  /** Admits runs in the order in which the experiment starts them. */
  private final ReentrantLock admission = new ReentrantLock(true);

  private final AtomicInteger runs = new AtomicInteger();

  private LiveCluster(LiveNetwork over, LiveNetwork.Opened opened, BooleanSupplier cancelled) {
    this.over = over;
    this.nodes = new LiveNodes(opened.network(), over.warmUp(), cancelled);
    this.broker = opened.broker();
    this.budget = new Semaphore(over.messagesPerSecond());
  }

  /**
   * Opens the network. Nodes are started when the first run needs them.
   *
   * @param cancelled becomes true when the result is no longer wanted
   */
  public static LiveCluster open(LiveNetwork over, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    return new LiveCluster(over, over.open(), cancelled);
  }

  /**
   * A runner for {@link io.sluice.lab.experiment.Options}.
   *
   * @param scale how many real seconds a planned second takes
   */
  public Runner runner(double scale) {
    return new ScaledRunner(scale);
  }

  /** Closes all nodes, and stops the broker if one was started. */
  @Override
  public void close() throws IOException {
    nodes.close();
    if (broker.isPresent()) {
      broker.get().close();
    }
  }

  private final class ScaledRunner implements Runner {
    private final double scale;

    ScaledRunner(double scale) {
      this.scale = scale;
    }

    @Override
    public int atOnce() {
      return RUNS_AT_ONCE;
    }

    @Override
    public double scale() {
      return scale;
    }

    @Override
    public String links() {
      return "live: %s; nodes in one process, several runs side by side".formatted(over.words());
    }

    @Override
    public void expect(int most) {
      nodes.expect(most);
    }

    @Override
    public LiveScaling run(ScalingPlan plan, BooleanSupplier cancelled, DoubleConsumer progress) {
      try {
        var step = Duration.ofNanos((long) (scale * TimeUnit.SECONDS.toNanos(1)));
        return new LivePipeline(plan, step).run(cancelled, progress);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException();
      }
    }

    @Override
    public Outcome run(Simulation<?, ?> plan) {
      try {
        int load = admit(plan);
        try (var members = nodes.first(plan.layout().size())) {
          String lock = plan.algorithm().name() + "-" + runs.incrementAndGet();
          return new LiveRun(plan, members.inOrder(), lock, nodes.meter(lock), scale).run();
        } finally {
          budget.release(load);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException();
      }
    }

    private int admit(Simulation<?, ?> plan) throws InterruptedException {
      admission.lockInterruptibly();
      try {
        int load = load(plan);
        budget.acquire(load);
        return load;
      } finally {
        admission.unlock();
      }
    }

    /**
     * How many messages a second the run will send. A simulation of the same plan tells it in
     * milliseconds, so nothing is kept from one seed to the next.
     */
    private int load(Simulation<?, ?> plan) {
      var alike =
          Simulation.of(plan.algorithm(), plan.layout())
              .workload(plan.workload())
              .cancelledWhen(plan.cancelled());
      if (plan.workload().entries() == Workload.UNLIMITED) {
        alike.duration(plan.duration());
      }
      var foreseen = alike.run();
      double rate = foreseen.messages() / (foreseen.simulatedSeconds() * scale);
      return (int) Math.clamp(rate, 1, over.messagesPerSecond());
    }
  }
}
