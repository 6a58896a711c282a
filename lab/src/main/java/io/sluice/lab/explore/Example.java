package io.sluice.lab.explore;

import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.explore.trace.Tracer;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run of a protocol to look at, always the same: all processes ask at once, and from then on
 * the event that has been possible for longest happens next, until all are served. A protocol that
 * says itself where it settles runs until the changes that the scope allows have happened and it
 * has settled again.
 *
 * @param verdict {@link Verdict.Ok}, or what is wrong with the world that the run ended in, or
 *     {@link Verdict.Incomplete} if it found no end
 * @param what the verdict in a sentence
 */
public record Example(Trace trace, Verdict verdict, String what) {

  /** More than a reader would look at. */
  private static final int MOST_EVENTS = 10_000;

  /** Runs the protocol once; whatever faults the scope allows, none happens. */
  public static <S, M> Example of(Scope<S, M> scope) {
    if (scope.unbounded()) {
      throw new IllegalArgumentException("an example must end, so entries must be bounded");
    }
    return new Run<>(scope.with(Faults.NONE)).run();
  }

  private static final class Run<S, M> {
    private final Tracer<S, M> tracer;
    private final List<Event> pending; // in the order in which they became possible

    Run(Scope<S, M> scope) {
      this.tracer = new Tracer<>(scope, new Dictionary<>(scope));
      this.pending = new ArrayList<>(possible());
    }

    Example run() {
      boolean served = false;
      Optional<Finding> finding = Optional.empty();
      int events = 0;
      while (!pending.isEmpty() && finding.isEmpty()) {
        if (events++ == MOST_EVENTS) {
          return ended(
              new Verdict.Incomplete(),
              "not every process is served after %,d events".formatted(MOST_EVENTS));
        }
        takeTheOldest();
        finding = tracer.finding(); // at once: it is about the latest move
        var possible = possible();
        pending.removeIf(event -> !possible.contains(event));
        // What is on its way when all are served still arrives, but what follows from it need not
        // end, as where a token never rests.
        if (!served) {
          possible.stream().filter(event -> !pending.contains(event)).forEach(pending::add);
          served = isServed(possible);
        }
        if (served) {
          pending.removeIf(event -> event instanceof Event.Tick);
        }
      }
      return finding
          .map(found -> ended(found.verdict(), found.what()))
          .orElseGet(() -> ended(new Verdict.Ok(), endsWell()));
    }

    private boolean isServed(List<Event> possible) {
      return tracer
          .settled()
          .map(settled -> settled && possible.stream().noneMatch(Run::isAChange))
          .orElseGet(
              () -> tracer.waiting().isEmpty() && possible.stream().noneMatch(Run::isOfTheClient));
    }

    private static boolean isAChange(Event event) {
      return switch (event) {
        case Event.Join _, Event.Depart _, Event.Order _ -> true;
        default -> false;
      };
    }

    /** Time passes only when nothing else can happen. */
    private void takeTheOldest() {
      var oldest =
          pending.stream()
              .filter(event -> !(event instanceof Event.Tick))
              .findFirst()
              .orElse(pending.getFirst());
      pending.remove(oldest);
      if (!tracer.take(oldest)) {
        throw new IllegalStateException("was possible and is not: " + oldest);
      }
    }

    private List<Event> possible() {
      return tracer.possible().stream().map(TraceStep::event).toList();
    }

    private static boolean isOfTheClient(Event event) {
      return event instanceof Event.Ask || event instanceof Event.Release;
    }

    private String endsWell() {
      int messages = tracer.steps().stream().mapToInt(step -> step.sent().size()).sum();
      if (tracer.settled().isPresent()) {
        return "the processes have settled, with %d messages".formatted(messages);
      }
      return "every request is served, with %d message%s"
          .formatted(messages, messages == 1 ? "" : "s");
    }

    private Example ended(Verdict verdict, String what) {
      return new Example(Trace.of(tracer.steps()), verdict, what);
    }
  }
}
