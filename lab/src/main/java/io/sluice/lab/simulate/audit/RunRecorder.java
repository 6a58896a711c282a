package io.sluice.lab.simulate.audit;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.simulate.MessageAuditor;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Records the first events of a simulated run as a trace that can be replayed and shown: requests,
 * releases, withdrawals and messages that arrive. For runs in which nothing is lost, crashes, joins
 * or departs, of protocols without timers; {@link #file} refuses others.
 */
public final class RunRecorder<M> implements MessageAuditor<M> {

  /** More than a reader looks at. */
  public static final int MOST = 1_000;

  private final List<SavedStep> steps = new ArrayList<>();
  private boolean cut;

  private void add(Kind kind, int process, int peer, String text) {
    if (steps.size() == MOST) {
      cut = true;
    } else {
      steps.add(new SavedStep(kind, process, peer, text, List.of(), false, ""));
    }
  }

  @Override
  public void asked(long at, int process, Claim claim) {
    add(Kind.ASK, process, SavedStep.NO_PEER, claim.words());
  }

  @Override
  public void released(long at, int process, Claim claim) {
    add(Kind.RELEASE, process, SavedStep.NO_PEER, "");
  }

  @Override
  public void withdrew(long at, int process, Claim claim) {
    add(Kind.WITHDRAW, process, SavedStep.NO_PEER, "");
  }

  @Override
  public void sent(long at, int from, int to, M message) {}

  @Override
  public void received(long at, int from, int to, M message) {
    add(Kind.RECEIVE, to, from, String.valueOf(message));
  }

  /** How many events are recorded. */
  public int events() {
    return steps.size();
  }

  /** Whether there were more. */
  public boolean isCut() {
    return cut;
  }

  /**
   * What was recorded, run again step by step to make sure of it.
   *
   * @param what the outcome of the run in a sentence
   * @throws IllegalArgumentException if the run cannot be repeated from these events alone
   */
  public <S> TraceFile file(
      Algorithm<S, M> algorithm,
      Layout layout,
      IntFunction<List<Claim>> claims,
      boolean fifo,
      Verdict verdict,
      String what) {
    if (layout.size() > Scope.MOST_NODES) {
      throw new IllegalArgumentException(
          "a trace has at most %d processes, not %d".formatted(Scope.MOST_NODES, layout.size()));
    }
    var scope =
        Scope.of(algorithm, layout, mostAsks())
            .with(fifo ? Scope.Channels.FIFO : Scope.Channels.UNORDERED)
            .withClaims(claims);
    var walk = new Walk<>(scope, new Dictionary<>(scope));
    var repeated = new ArrayList<SavedStep>();
    for (var step : steps) {
      try {
        walk.follow(List.of(walk.token(step)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "event %d of this run, '%s', does not follow from requests and messages alone: runs with timers or faults cannot be recorded"
                .formatted(repeated.size() + 1, step.words(layout)),
            e);
      }
      repeated.add(SavedStep.of(walk.steps().getLast()));
    }
    return new TraceFile(scope, new SavedTrace(repeated, Trace.NO_CYCLE), verdict, what);
  }

  private int mostAsks() {
    var asks = new int[Scope.MOST_NODES];
    int most = 1;
    for (var step : steps) {
      if (step.kind() == Kind.ASK) {
        most = Math.max(most, ++asks[step.process()]);
      }
    }
    return most;
  }
}
