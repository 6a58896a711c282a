package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.SavedStep.Kind;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import java.util.ArrayList;

/**
 * Runs a trace again, event by event, with the protocol as it is now.
 *
 * @param trace the events as far as they could happen, with what came of them
 * @param verdict what the last world shows; {@link Verdict.Ok} if nothing is wrong with it
 * @param what the verdict in a sentence, or why the trace does not fit
 * @param fits whether every event could happen
 * @param sameOutcomes whether everything came out as the trace says
 */
public record Replay(
    Trace trace, Verdict verdict, String what, boolean fits, boolean sameOutcomes) {

  /** Runs a saved trace again in the scope that it was found in. */
  public static <S, M> Replay of(SavedTrace trace, Scope<S, M> scope) {
    return new Run<>(trace, scope).run();
  }

  private static final class Run<S, M> {
    private final SavedTrace trace;
    private final Scope<S, M> scope;
    private final Layout layout;
    private final Tracer<S, M> tracer;

    Run(SavedTrace trace, Scope<S, M> scope) {
      this.trace = trace;
      this.scope = scope;
      this.layout = scope.layout();
      this.tracer = new Tracer<>(scope, new Dictionary<>(scope));
    }

    Replay run() {
      var cycle = new ReplayCycle(scope);
      for (int k = 0; k < trace.steps().size(); k++) {
        var saved = trace.steps().get(k);
        if (k == trace.cycle()) {
          cycle.begin(tracer.fingerprint());
        }
        var possible = tracer.possible();
        var waiting = tracer.waiting();
        if (!tracer.take(saved)) {
          return unfit(k, saved);
        }
        if (cycle.hasBegun()) {
          cycle.pass(possible, tracer.steps().getLast().event(), waiting);
        }
      }
      var starving = cycle.starving(tracer.fingerprint());
      if (!starving.isEmpty()) {
        return fit(
            new Verdict.Starvation(),
            "%s can wait forever although every message arrives and every holder releases"
                .formatted(String.join(" and ", starving)));
      }
      return tracer
          .finding()
          .map(found -> fit(found.verdict(), found.what()))
          .orElseGet(() -> fit(new Verdict.Ok(), endsWell()));
    }

    private String endsWell() {
      var waiting = tracer.waiting();
      return waiting.isEmpty()
          ? "nothing is wrong at the end of this trace"
          : "nothing is wrong at the end of this trace; %s may still be served"
              .formatted(String.join(" and ", waiting));
    }

    private Replay fit(Verdict verdict, String what) {
      var again = new Trace(tracer.steps(), trace.cycle());
      return new Replay(again, verdict, what, true, SavedTrace.of(again).equals(trace));
    }

    private Replay unfit(int number, SavedStep saved) {
      String what =
          "event %d, \"%s\", cannot happen here: %s"
              .formatted(number, saved.words(layout), why(saved));
      return new Replay(Trace.of(tracer.steps()), new Verdict.Ok(), what, false, false);
    }

    private String why(SavedStep saved) {
      String name = layout.name(saved.process());
      String peerName = saved.kind().hasPeer() ? layout.name(saved.peer()) : "";
      return switch (saved.kind()) {
        case ASK -> name + " " + standing(saved.process());
        case RELEASE -> name + " is not inside";
        case RECEIVE, LOSE, DUPLICATE -> whyNotOnChannel(saved, peerName, name);
        case EXPIRE -> "no such timer of " + name + " is running";
        case DRAW -> name + " has asked for no such draw";
        case EXCLUDE -> name + " has nothing to learn of " + peerName;
        case CRASH -> "no crash is left, or " + name + " has crashed already";
        case JOIN ->
            "no join is left, %s is no newcomer, or %s is no member".formatted(name, peerName);
        case DEPART -> "no departure is left, or " + name + " is no member, or the last one";
        case WITHDRAW -> "no withdrawal is left, or " + name + " does not wait";
        case ORDER -> "no such order is left for " + name;
        case TICK -> "the clock waits for messages that are on their way";
        case PAUSE -> "no pause is left, or " + name + " is paused already";
        case RESUME -> name + " is not paused";
      };
    }

    private String whyNotOnChannel(SavedStep saved, String from, String to) {
      var possible = tracer.possible().stream().map(SavedStep::of).toList();
      if (saved.kind() != Kind.RECEIVE
          && possible.stream().noneMatch(step -> step.kind() == saved.kind())) {
        return "no such fault is left";
      }
      var arriving = new ArrayList<String>();
      for (var step : tracer.possible()) {
        if (step.event() instanceof Event.Receive(int process, int sender, var message)
            && process == saved.process()
            && sender == saved.peer()) {
          arriving.add(MessageLabel.of(message, layout));
        }
      }
      return arriving.isEmpty()
          ? "nothing is on its way from %s to %s".formatted(from, to)
          : "what %s can receive from %s is %s".formatted(to, from, String.join(" or ", arriving));
    }

    private String standing(int process) {
      if (tracer.waiting().contains(layout.name(process))) {
        return "waits already";
      }
      boolean inside =
          tracer.possible().stream()
              .anyMatch(step -> step.event().equals(new Event.Release(process)));
      return inside ? "is inside" : "has asked as often as it may";
    }
  }
}
