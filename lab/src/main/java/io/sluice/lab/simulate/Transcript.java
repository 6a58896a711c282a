package io.sluice.lab.simulate;

import io.sluice.lab.client.ClientState.Action;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.simulate.audit.ConflictAuditor;
import io.sluice.lab.simulate.audit.FenceAuditor;
import io.sluice.lab.simulate.audit.Occupancy;
import io.sluice.lab.simulate.audit.SessionRecorder;
import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * A run that takes place elsewhere, with live nodes: says when its clients are to do what, takes
 * down what they did, and judges and counts that as if it had been simulated.
 *
 * <p>For several threads at once, but for the schedules: each is one client's.
 */
public final class Transcript {

  private final Simulation<?, ?> plan;
  private final List<Event> events = new ArrayList<>();
  private Optional<Violation> failure = Optional.empty();

  private record Event(long at, int process, Action action, long fence) {}

  public Transcript(Simulation<?, ?> plan) {
    this.plan = plan;
  }

  /** When one client asks, and how long it stays; all times in nanoseconds. */
  public final class Schedule {
    private final int process;
    private final Chance chance;

    private Schedule(int process) {
      this.process = process;
      this.chance = new Chance(plan.seed(), process);
    }

    /** From the start of the run until it asks for the first time. */
    public long firstAsk() {
      return switch (plan.workload().start()) {
        case Start.OverThinkTime() -> chance.below(think() + 1);
        case Start.Within(var nanos) -> chance.below(nanos);
      };
    }

    /** From a release until asking again. */
    public long think() {
      return plan.workload().think().apply(process).sample(chance);
    }

    /** The time inside. */
    public long hold() {
      return plan.workload().hold().apply(Claim.EXCLUSIVE).sample(chance);
    }
  }

  public Schedule schedule(int process) {
    return new Schedule(process);
  }

  /** A client is about to ask. */
  public void asked(long at, int process) {
    add(new Event(at, process, Action.ASK, 0));
  }

  /** A client is inside. */
  public void entered(long at, int process, long fence) {
    add(new Event(at, process, Action.GRANTED, fence));
  }

  /** A client is about to release. */
  public void released(long at, int process) {
    add(new Event(at, process, Action.RELEASE, 0));
  }

  /** A step of the protocol threw an exception; the first such failure is the run's verdict. */
  public synchronized void failed(Violation violation) {
    failure = failure.or(() -> Optional.of(violation));
  }

  private synchronized void add(Event event) {
    events.add(event);
  }

  /**
   * What it showed.
   *
   * @param end why it ended
   * @param at when
   * @param messages how many were sent, by the simple name of their class
   */
  public synchronized Outcome outcome(End end, long at, SortedMap<String, Long> messages) {
    var occupancy = new Occupancy();
    var sessions = new SessionRecorder(plan.layout());
    var auditors = new ArrayList<Auditor>();
    auditors.add(new ConflictAuditor(plan.layout()));
    auditors.add(new FenceAuditor(plan.layout()));
    auditors.add(occupancy);
    auditors.add(sessions);
    auditors.addAll(plan.auditors());
    var audit = new Audit<Object>(auditors, List.of());
    var waits = new Waits.Recorder();
    long[] askedAt = new long[plan.layout().size()];
    Arrays.fill(askedAt, -1);
    int[] entries = new int[plan.layout().size()];
    var inOrder =
        events.stream()
            .filter(event -> event.at <= at)
            .sorted(Comparator.comparingLong(Event::at))
            .toList();
    for (var event : inOrder) {
      switch (event.action) {
        case ASK -> {
          askedAt[event.process] = event.at;
          audit.asked(event.at, event.process, Claim.EXCLUSIVE);
        }
        case GRANTED -> {
          if (++entries[event.process] > plan.workload().unmeasured()) {
            waits.record(event.at - askedAt[event.process]);
          }
          askedAt[event.process] = -1;
          audit.entered(event.at, event.process, Claim.EXCLUSIVE, event.fence);
        }
        case RELEASE -> audit.released(event.at, event.process, Claim.EXCLUSIVE);
        case WITHDRAW, JOIN, JOINED, DEPART, DEPARTED, CRASH ->
            throw new IllegalStateException("not recorded of live nodes: " + event);
      }
    }
    audit.ended(at);
    failure.ifPresent(audit::fail);
    return new Outcome(
        plan.algorithm().name(),
        plan.layout().size(),
        audit.violated() ? End.VIOLATION : end,
        Arrays.stream(entries).sum(),
        messages.values().stream().mapToLong(Long::longValue).sum(),
        messages,
        waits.result(),
        occupancy.mean(),
        occupancy.most(),
        sessions.sessions(),
        at,
        inOrder.size(),
        Nanos.seconds(at),
        audit.violation(),
        IntStream.range(0, askedAt.length).filter(i -> askedAt[i] >= 0).boxed().toList());
  }
}
