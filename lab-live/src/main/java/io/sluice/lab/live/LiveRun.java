package io.sluice.lab.live;

import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Resource;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Transcript;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One run of a plan with live nodes. Each client is a virtual thread that asks, stays inside and
 * releases when the plan says so; a {@link Transcript} records what happened and judges it.
 */
final class LiveRun {

  private static final long POLL_MILLIS = 10;
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Simulation<?, ?> plan;
  private final Transcript transcript;
  private final MeteredTransport.Meter meter;
  private final double scale;
  private final long view;
  private final List<Node> members;
  private final List<Resource> locks = new ArrayList<>();
  private final long start;
  private volatile boolean failed;

  /**
   * @param lock the name of the lock that this run alone uses
   * @param scale how many real seconds a planned second takes
   */
  LiveRun(
      Simulation<?, ?> plan,
      List<Node> members,
      String lock,
      MeteredTransport.Meter meter,
      double scale) {
    this.plan = plan;
    this.members = members;
    this.meter = meter;
    this.scale = scale;
    this.transcript = new Transcript(plan);
    this.view = members.getFirst().view().number();
    var algorithm = WatchedProtocol.watched(plan.algorithm(), this::failed);
    for (Node each : members) {
      locks.add(each.resource(lock, algorithm, plan.layout()));
    }
    this.start = System.nanoTime();
  }

  Outcome run() throws InterruptedException {
    End end;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var clients = new ArrayList<Future<?>>();
      for (int node = 0; node < locks.size(); node++) {
        int number = node;
        clients.add(threads.submit(() -> client(number)));
      }
      end = await(clients);
      threads.shutdownNow();
    }
    long at = end == End.DURATION ? plan.duration() : elapsed();
    if (end == End.COMPLETE) {
      awaitQuiet();
    }
    if (!failed) {
      checkView();
    }
    return transcript.outcome(end, at, meter.messages());
  }

  /** A new view restarts every protocol, so what was measured before it means nothing. */
  private void checkView() {
    for (Node each : members) {
      if (each.view().number() != view) {
        throw new IllegalStateException(
            "the view changed during a run, which restarts all protocols; is the machine too"
                + " busy? Run again with a larger --time-scale");
      }
    }
  }

  private End await(List<Future<?>> clients) throws InterruptedException {
    while (true) {
      if (plan.cancelled().getAsBoolean()) {
        return End.CANCELLED;
      }
      if (failed) {
        return End.VIOLATION;
      }
      if (clients.stream().allMatch(Future::isDone)) {
        clients.forEach(LiveRun::check);
        return End.COMPLETE;
      }
      long now = elapsed();
      if (now >= plan.duration()) {
        return End.DURATION;
      }
      if (now > limit()) {
        return End.STALLED;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  /** A protocol threw: the run ends with that verdict, as it does in the simulator. */
  private void failed(int process, Input<?> input, RuntimeException thrown) {
    var layout = plan.layout();
    var finding = Finding.failed(input, thrown, layout).of(layout.name(process));
    transcript.failed(Violation.of(finding, elapsed(), process));
    failed = true;
  }

  /** Longer than the run takes even if the clients enter one after the other. */
  private double limit() {
    var workload = plan.workload();
    if (workload.entries() == Workload.UNLIMITED) {
      return Double.MAX_VALUE;
    }
    var schedule = transcript.schedule(0);
    double each = schedule.think() + (double) locks.size() * schedule.hold();
    return (workload.entries() + 1) * each + GRACE.toNanos() / scale;
  }

  private void awaitQuiet() throws InterruptedException {
    long end = System.nanoTime() + GRACE.toNanos();
    while (!meter.isQuiet() && System.nanoTime() - end < 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
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
  private Void client(int node) throws InterruptedException {
    var schedule = transcript.schedule(node);
    sleep(schedule.firstAsk());
    for (int entry = 1; entry <= plan.workload().entries(); entry++) {
      transcript.asked(elapsed(), node);
      var request = locks.get(node).ask(Claim.EXCLUSIVE);
      try {
        var _ = request.await(Long.MAX_VALUE);
        if (request.state() != Request.State.INSIDE) {
          throw new IllegalStateException(request.why());
        }
        transcript.entered(elapsed(), node, request.fence());
        sleep(schedule.hold());
        transcript.released(elapsed(), node);
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

  /** The time since the start, in planned nanoseconds. */
  private long elapsed() {
    return (long) ((System.nanoTime() - start) / scale);
  }
}
