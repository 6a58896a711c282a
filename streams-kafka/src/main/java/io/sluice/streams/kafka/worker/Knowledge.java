package io.sluice.streams.kafka.worker;

import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Observed;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Job;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** What this worker knows of the whole pipeline. */
final class Knowledge {

  /** A number of instances that an application waits for. */
  private record Awaited(int operator, int instances, CompletableFuture<Void> reached) {}

  /** That number of actions of each operator is remembered. */
  private static final int MOST_ACTIONS = 10;

  private final Job job;
  private final int operators;

  // Guarded by this.
  private final int[] active;
  private final BitSet ended = new BitSet();
  private final List<Awaited> awaited = new ArrayList<>();
  private final List<Deque<Snapshot.Action>> last = new ArrayList<>();
  private long actions;

  Knowledge(Job job) {
    this.job = job;
    this.operators = job.plan().graph().operators().size();
    this.active = new int[operators];
    Arrays.fill(active, 1);
    for (int operator = 0; operator < operators; operator++) {
      last.add(new ArrayDeque<>());
    }
  }

  synchronized void hear(Status news) {
    switch (news) {
      case Status.Instances(int operator, var slots) -> {
        int instances = slots.size();
        remember(operator, instances - active[operator]);
        actions += Math.abs(instances - active[operator]);
        active[operator] = instances;
        awaited.removeIf(
            each -> {
              boolean done = each.operator() == operator && each.instances() == instances;
              if (done) {
                each.reached().completeAsync(() -> null);
              }
              return done;
            });
      }
      case Status.Ended(int operator) -> ended.set(operator);
      case Status.Founded _, Status.Failed _ -> {}
    }
  }

  /** Only in the worker that runs the operator's keeper, so that of all workers one does. */
  private void remember(int operator, int change) {
    var keeper = job.plan().slotsOf(operator).subList(0, 1);
    if (change == 0 || job.observed().instances(keeper).isEmpty()) {
      return;
    }
    var begun = job.observed().change(operator);
    var of = last.get(operator);
    of.addLast(
        new Snapshot.Action(
            Instant.now(),
            change > 0 ? Snapshot.Kind.DUPLICATED : Snapshot.Kind.DELETED,
            Math.abs(change),
            begun.map(each -> (System.nanoTime() - each.since()) / 1e6).orElse(0.0),
            begun.map(Observed.Change::cause).orElse("")));
    if (of.size() > MOST_ACTIONS) {
      of.removeFirst();
    }
  }

  /** Whether every record of bounded sources has been processed. */
  synchronized boolean isEnded() {
    return ended.cardinality() == operators;
  }

  /** How many instances an operator has. */
  synchronized int instances(int operator) {
    return active[operator];
  }

  /** Completes when an operator has that number of instances; what was awaited before is not. */
  CompletableFuture<Void> when(int operator, int instances) {
    var reached = new CompletableFuture<Void>();
    List<Awaited> replaced;
    synchronized (this) {
      replaced = awaited.stream().filter(each -> each.operator() == operator).toList();
      awaited.removeAll(replaced);
      if (active[operator] == instances) {
        reached.complete(null);
      } else {
        awaited.add(new Awaited(operator, instances, reached));
      }
    }
    replaced.forEach(each -> each.reached().cancel(false));
    return reached;
  }

  /** Nothing will be heard any more. */
  void end() {
    List<Awaited> left;
    synchronized (this) {
      left = List.copyOf(awaited);
      awaited.clear();
    }
    left.forEach(
        each ->
            each.reached()
                .completeExceptionally(new IllegalStateException("the worker has ended")));
  }

  /**
   * Instances of the whole pipeline, records of this worker.
   *
   * @param limits how many instances an operator may have now
   */
  synchronized Snapshot snapshot(
      Running.State state, double seconds, IntFunction<Instances> limits) {
    var graph = job.plan().graph();
    long in = 0;
    long out = 0;
    var all = new ArrayList<Snapshot.OfOperator>();
    for (int index = 0; index < operators; index++) {
      var operator = graph.operators().get(index);
      var counts = job.counts(index);
      var each = job.observed().instances(job.plan().slotsOf(index));
      if (operator.isSource()) {
        in += counts.records();
      } else if (operator.logic() instanceof Logic.Writing) {
        out += counts.records();
      }
      all.add(
          new Snapshot.OfOperator(
              operator.name(),
              graph.successors(operator).stream()
                  .map(receiver -> graph.operators().get(receiver).name())
                  .toList(),
              operator.isKeyed(),
              limits.apply(index).min(),
              limits.apply(index).max(),
              active[index],
              counts.records(),
              counts.emitted(),
              counts.deadLetters(),
              counts.records() / Math.max(1e-3, seconds),
              each.stream().mapToLong(Snapshot.OfInstance::waiting).sum(),
              Math.min(1, counts.workingNanos() / 1e9 / Math.max(1e-3, seconds)),
              0,
              Output.NO_TIME,
              each,
              List.copyOf(last.get(index))));
    }
    return new Snapshot(graph.name(), state, seconds, in, out, 0, actions, all);
  }
}
