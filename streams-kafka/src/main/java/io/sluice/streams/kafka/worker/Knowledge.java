package io.sluice.streams.kafka.worker;

import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.plan.Plan;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What this worker knows of the whole pipeline. */
final class Knowledge {

  /** A number of instances that an application waits for. */
  private record Awaited(int operator, int instances, CompletableFuture<Void> reached) {}

  private final int operators;

  // Guarded by this.
  private final int[] active;
  private final BitSet ended = new BitSet();
  private final List<Awaited> awaited = new ArrayList<>();
  private long actions;

  Knowledge(Plan plan) {
    this.operators = plan.graph().operators().size();
    this.active = new int[operators];
    Arrays.fill(active, 1);
  }

  synchronized void hear(Status news) {
    switch (news) {
      case Status.Instances(int operator, var slots) -> {
        int instances = slots.size();
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

  /** Whether every record of bounded sources has been processed. */
  synchronized boolean isEnded() {
    return ended.cardinality() == operators;
  }

  /** How many instances an operator has. */
  synchronized int instances(int operator) {
    return active[operator];
  }

  /** Completes when an operator has that number of instances. */
  synchronized CompletableFuture<Void> when(int operator, int instances) {
    awaited.removeIf(
        each -> {
          boolean same = each.operator() == operator;
          if (same) {
            each.reached().cancel(false);
          }
          return same;
        });
    var reached = new CompletableFuture<Void>();
    if (active[operator] == instances) {
      reached.complete(null);
    } else {
      awaited.add(new Awaited(operator, instances, reached));
    }
    return reached;
  }

  /** Nothing will be heard any more. */
  synchronized void end() {
    awaited.forEach(
        each ->
            each.reached()
                .completeExceptionally(new IllegalStateException("the worker has ended")));
    awaited.clear();
  }

  /** Instances of the whole pipeline, records of this worker. */
  synchronized Snapshot snapshot(Job job, Running.State state, double seconds) {
    var graph = job.plan().graph();
    long in = 0;
    long out = 0;
    var all = new ArrayList<Snapshot.OfOperator>();
    for (int index = 0; index < operators; index++) {
      var operator = graph.operators().get(index);
      var counts = job.counts(index);
      if (operator.isSource()) {
        in += counts.records();
      } else if (operator.logic() instanceof Logic.Writing) {
        out += counts.records();
      }
      all.add(
          new Snapshot.OfOperator(
              operator.name(),
              graph.successors(operator).stream()
                  .map(each -> graph.operators().get(each).name())
                  .toList(),
              operator.isKeyed(),
              operator.instances().min(),
              operator.instances().max(),
              active[index],
              counts.records(),
              counts.emitted(),
              counts.deadLetters(),
              counts.records() / Math.max(1e-3, seconds),
              0,
              Math.min(1, counts.workingNanos() / 1e9 / Math.max(1e-3, seconds)),
              0,
              Output.NO_TIME,
              List.of(),
              List.of()));
    }
    return new Snapshot(graph.name(), state, seconds, in, out, 0, actions, all);
  }
}
