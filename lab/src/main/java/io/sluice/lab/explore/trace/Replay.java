package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
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
 * @param sameOutcomes whether everything came out as the trace told
 */
public record Replay(
    Trace trace, Verdict verdict, String what, boolean fits, boolean sameOutcomes) {

  /** Runs a trace again in the scope that it was found in. */
  public static <S, M> Replay of(Trace trace, Scope<S, M> scope) {
    return new Run<>(trace, scope).run();
  }

  private static final class Run<S, M> {
    private final Trace trace;
    private final Layout layout;
    private final Tracer<S, M> tracer;

    Run(Trace trace, Scope<S, M> scope) {
      this.trace = trace;
      this.layout = scope.layout();
      this.tracer = new Tracer<>(scope, new Dictionary<>(scope));
    }

    Replay run() {
      var cycle = new ReplayCycle(layout);
      for (int k = 0; k < trace.events().size(); k++) {
        var event = trace.events().get(k);
        if (k == trace.cycle()) {
          cycle.begin(tracer.fingerprint());
        }
        if (cycle.hasBegun()) {
          cycle.pass(tracer.possible(), event, tracer.waiting());
        }
        if (!tracer.take(event)) {
          return unfit(k, event);
        }
      }
      var starving = cycle.starving(tracer.fingerprint());
      if (!starving.isEmpty()) {
        return fit(
            new Verdict.Starvation(),
            "%s can wait for ever although every message arrives and everybody leaves"
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
      var events = tracer.events();
      return new Replay(
          new Trace(events, trace.cycle()), verdict, what, true, events.equals(trace.events()));
    }

    private Replay unfit(int number, Event event) {
      String what =
          "event %d, \"%s\", cannot happen here: %s"
              .formatted(number, EventText.of(event, layout), why(event));
      return new Replay(
          new Trace(tracer.events(), Trace.NO_CYCLE), new Verdict.Ok(), what, false, false);
    }

    private String why(Event event) {
      String who = layout.name(event.node());
      var alike = new ArrayList<String>();
      for (var possible : tracer.possible()) {
        if (possible.kind() == event.kind()
            && possible.node() == event.node()
            && possible.peer() == event.peer()) {
          alike.add(MessageLabel.of(possible.text(), layout));
        }
      }
      return switch (event.kind()) {
        case ASK -> who + " " + standing(event.node());
        case LEAVE -> who + " is not inside";
        case RECEIVE, LOSE, DUPLICATE -> {
          String from = layout.name(event.peer());
          boolean allowed =
              event.kind() == Kind.RECEIVE || !alike.isEmpty() || faultsAreLeft(event);
          yield !allowed
              ? "no such fault is left"
              : alike.isEmpty()
                  ? "nothing is on its way from %s to %s".formatted(from, who)
                  : "what %s can receive from %s is %s"
                      .formatted(who, from, String.join(" or ", alike));
        }
        case EXPIRE -> "no such timer of " + who + " is running";
        case DRAW -> who + " has asked for no such draw";
        case EXCLUDE -> who + " has nothing to learn of " + layout.name(event.peer());
        case CRASH -> "no crash is left, or " + who + " has crashed already";
        case JOIN ->
            "no join is left, %s is no newcomer, or %s is no member"
                .formatted(who, layout.name(event.peer()));
        case DEPART -> "no leave is left, or " + who + " is no member, or the last one";
        case WITHDRAW -> "no withdrawal is left, or " + who + " does not wait";
        case ORDER -> "no such order is left for " + who;
      };
    }

    private boolean faultsAreLeft(Event event) {
      return tracer.possible().stream().anyMatch(possible -> possible.kind() == event.kind());
    }

    private String standing(int node) {
      if (tracer.waiting().contains(layout.name(node))) {
        return "waits already";
      }
      boolean inside =
          tracer.possible().stream()
              .anyMatch(possible -> possible.kind() == Kind.LEAVE && possible.node() == node);
      return inside ? "is inside" : "has asked as often as it may";
    }
  }
}
