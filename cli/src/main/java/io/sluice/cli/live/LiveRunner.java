package io.sluice.cli.live;

import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Resource;
import io.sluice.lab.experiment.Runner;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Transcript;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs an experiment's plans with live nodes: the same protocol objects, real messages, and clients
 * that wait on a real clock. Each run has a lock of its own, so several run side by side.
 *
 * @param scale how long a planned second takes, in seconds
 * @param room how many messages a second all runs together may send
 * @param door through which runs come in, one at a time
 * @param runs how many there have been
 */
public record LiveRunner(
    LiveNetwork over,
    LiveNodes nodes,
    double scale,
    Semaphore room,
    ReentrantLock door,
    AtomicInteger runs)
    implements Runner {

  private static final long LOOK_MILLIS = 10;

  /** Runs that wait for room, and those that have it. */
  private static final int AT_ONCE = 50;

  private static final Duration GRACE = Duration.ofSeconds(60);

  /** At the plan's own pace. */
  public LiveRunner(LiveNetwork over, LiveNodes nodes) {
    this(over, nodes, 1, new Semaphore(over.room()), new ReentrantLock(true), new AtomicInteger());
  }

  /** The same with another length of a planned second. */
  public LiveRunner at(double other) {
    return new LiveRunner(over, nodes, other, room, door, runs);
  }

  @Override
  public int atOnce() {
    return AT_ONCE;
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
  public Outcome run(Simulation<?, ?> plan) {
    try {
      int load = admit(plan);
      try (var members = nodes.first(plan.layout().size())) {
        return new Run(plan, members.inOrder()).run();
      } finally {
        room.release(load);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
  }

  /** One after the other, as they come: what the experiment starts first shall begin first. */
  private int admit(Simulation<?, ?> plan) throws InterruptedException {
    door.lockInterruptibly();
    try {
      int load = load(plan);
      room.acquire(load);
      return load;
    } finally {
      door.unlock();
    }
  }

  /**
   * How many messages a second it will send; the simulator knows that beforehand. It tells so in
   * milliseconds where the run takes seconds, so nothing is remembered from one seed to the next.
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
    return (int) Math.clamp(rate, 1, over.room());
  }

  /** One run. */
  private final class Run {
    private final Simulation<?, ?> plan;
    private final Transcript transcript;
    private final String lock;
    private final long view;
    private final List<Node> members;
    private final List<Resource> parts = new ArrayList<>();
    private final long start;

    Run(Simulation<?, ?> plan, List<Node> members) {
      this.plan = plan;
      this.members = members;
      this.transcript = new Transcript(plan);
      this.lock = plan.algorithm().name() + "-" + runs.incrementAndGet();
      this.view = members.getFirst().view().number();
      for (Node each : members) {
        parts.add(each.resource(lock, plan.algorithm(), plan.layout()));
      }
      this.start = System.nanoTime();
    }

    Outcome run() throws InterruptedException {
      End end;
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        var clients = new ArrayList<Future<?>>();
        for (int node = 0; node < parts.size(); node++) {
          int number = node;
          clients.add(threads.submit(() -> live(number)));
        }
        end = await(clients);
        threads.shutdownNow();
      }
      long at = end == End.DURATION ? plan.duration() : elapsed();
      if (end == End.COMPLETE) {
        awaitQuiet();
      }
      for (Node each : members) {
        if (each.view().number() != view) {
          throw new IllegalStateException(
              "the view changed during a run, and with that all protocols began anew; is the"
                  + " machine too busy?");
        }
      }
      return transcript.outcome(end, at, nodes.meter(lock).messages());
    }

    private End await(List<Future<?>> clients) throws InterruptedException {
      while (true) {
        if (plan.cancelled().getAsBoolean()) {
          return End.CANCELLED;
        }
        if (clients.stream().allMatch(Future::isDone)) {
          clients.forEach(Run::check);
          return End.COMPLETE;
        }
        long now = elapsed();
        if (now >= plan.duration()) {
          return End.DURATION;
        }
        if (now > longest()) {
          return End.STALLED;
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    }

    /** Longer than it could take if nobody shared anything. */
    private double longest() {
      var workload = plan.workload();
      if (workload.entries() == Workload.UNLIMITED) {
        return Double.MAX_VALUE;
      }
      var schedule = transcript.schedule(0);
      double each = schedule.think() + (double) parts.size() * schedule.hold();
      return (workload.entries() + 1) * each + GRACE.toNanos() / scale;
    }

    private void awaitQuiet() throws InterruptedException {
      long end = System.nanoTime() + GRACE.toNanos();
      while (!nodes.meter(lock).isQuiet() && System.nanoTime() - end < 0) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    }

    private static void check(Future<?> client) {
      try {
        client.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(String.valueOf(e.getCause()), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** What one client does; interrupted when the run is over. */
    private Void live(int node) throws InterruptedException {
      var schedule = transcript.schedule(node);
      sleep(schedule.firstAsk());
      for (int entry = 1; entry <= plan.workload().entries(); entry++) {
        transcript.asked(elapsed(), node);
        var request = parts.get(node).ask(Claim.EXCLUSIVE);
        try {
          var _ = request.await(Long.MAX_VALUE);
          if (request.state() != Request.State.INSIDE) {
            throw new IllegalStateException(request.why());
          }
          transcript.entered(elapsed(), node, request.fence());
          sleep(schedule.hold());
          transcript.left(elapsed(), node);
        } finally {
          request.withdraw();
        }
        if (entry < plan.workload().entries()) {
          sleep(schedule.think());
        }
      }
      return null;
    }

    private void sleep(long planned) throws InterruptedException {
      Thread.sleep(Duration.ofNanos((long) (planned * scale)));
    }

    /** Since the start, in the plan's time. */
    private long elapsed() {
      return (long) ((System.nanoTime() - start) / scale);
    }
  }
}
