package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.StreamEngine;
import io.sluice.bench.streams.engine.StreamEngine.Job;
import io.sluice.bench.streams.engine.StreamEngine.Operator;
import io.sluice.bench.streams.engine.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How long the keys of an operator with 100 MiB of state are without a record when an instance is
 * added: the keys that move to it, and the others.
 */
final class MovedState implements Measurement {

  private static final int STATE_BYTES = 100 << 20;

  /** Changes of scale before those that are measured: the first ones run cold code. */
  private static final int WARM_UPS = 5;

  /**
   * How long gaps are looked for, without an action and after one has returned. Short, since a
   * longer one has more of the gaps that the machine makes by itself.
   */
  private static final Duration WINDOW = Duration.ofMillis(200);

  /** The longest gaps of the rounds. */
  private record Rounds(
      LongestGaps quiet, LongestGaps moved, LongestGaps others, LongestGaps stalls) {

    Rounds() {
      this(new LongestGaps(), new LongestGaps(), new LongestGaps(), new LongestGaps());
    }

    Map<Metric, Double> figures() {
      var figures = new EnumMap<Metric, Double>(Metric.class);
      figures.put(Metric.STATE_QUIET_GAP, quiet.longest());
      figures.put(Metric.STATE_STALL, stalls.longest());
      if (!moved.isEmpty()) {
        figures.put(Metric.STATE_MOVED_GAP, moved.longest());
        figures.put(Metric.STATE_MOVED_GAP_TYPICAL, moved.median());
      }
      if (!others.isEmpty()) {
        figures.put(Metric.STATE_OTHER_GAP, others.longest());
      }
      return figures;
    }
  }

  @Override
  public Map<Metric, Double> measure(StreamEngine engine, Plan plan) throws Exception {
    var workload = Workload.steady(plan.rate(), STATE_BYTES / Workload.KEYS);
    var observed = new Observed();
    var stalls = new Stalls();
    Probe.observe(workload, observed);
    try (var job = engine.start(workload)) {
      observed.awaitRecords();
      // From now on by hand only, whatever the operator decided before.
      job.scale(Operator.THIRD, 1);
      Thread.sleep(plan.warmUp());
      for (int i = 0; i < WARM_UPS; i++) {
        move(job, observed, stalls, new Rounds());
      }
      var rounds = new Rounds();
      for (int i = 0; i < plan.moves(); i++) {
        move(job, observed, stalls, rounds);
      }
      return rounds.figures();
    }
  }

  private static void move(Job job, Observed observed, Stalls stalls, Rounds rounds)
      throws Exception {
    Thread.sleep(WINDOW);
    observed.next();
    Thread.sleep(WINDOW);
    rounds.quiet.add(observed.next().longestOfKeys());
    var before = observed.owners();
    stalls.next();
    job.scale(Operator.THIRD, 2);
    Thread.sleep(WINDOW);
    note(rounds, observed.next().keys(), before, observed.owners());
    rounds.stalls.add(stalls.next());
    job.scale(Operator.THIRD, 1);
  }

  /** A key has moved if another thread processes it now. */
  private static void note(Rounds rounds, List<Long> gaps, Thread[] before, Thread[] after) {
    for (boolean moved : new boolean[] {true, false}) {
      IntStream.range(0, gaps.size())
          .filter(key -> moved != before[key].equals(after[key]))
          .mapToLong(gaps::get)
          .max()
          .ifPresent((moved ? rounds.moved : rounds.others)::add);
    }
  }
}
