package io.sluice.lab.explore;

import io.sluice.lab.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which properties a search has judged. A property has the word of the {@link Verdict} that breaks
 * it; one that does not concern the scope, such as fencing numbers of a protocol without them, is
 * in neither list.
 *
 * @param judged judged in every world that was looked at
 * @param notJudged not judged, or not to the end
 */
public record Coverage(List<String> judged, List<Gap> notJudged) {

  /**
   * A property that was not judged.
   *
   * @param property the word of the verdict that breaks it
   * @param name what a reader calls it
   * @param why why it was not judged
   */
  public record Gap(String property, String name, String why) {}

  /**
   * @param reduced whether one of many orders was searched
   * @param verdict what the search came to
   */
  public static Coverage of(Scope<?, ?> scope, boolean reduced, Verdict verdict) {
    var draft = new Draft();
    draft.judged(new Verdict.Failed());
    draft.judged(new Verdict.Exclusion());
    draft.judged(new Verdict.Deadlock());
    draft.judged(new Verdict.Broken("unasked-grant"));
    if (scope.churn().joins() + scope.churn().departures() > 0) {
      draft.judged(new Verdict.Broken("unasked-membership"));
    }
    invariants(scope, reduced, draft);
    progress(scope, verdict, draft);
    return new Coverage(List.copyOf(draft.judged), List.copyOf(draft.notJudged));
  }

  private static void invariants(Scope<?, ?> scope, boolean reduced, Draft draft) {
    for (var invariant : scope.algorithm().invariants()) {
      var broken = new Verdict.Broken(invariant.name());
      draft.add(broken, !reduced, "invariant " + invariant.name(), "the search is reduced");
    }
    if (scope.algorithm().fenced()) {
      String why = scope.unbounded() ? "entries are unbounded" : "they were left out";
      draft.add(new Verdict.Broken("fence"), scope.fences(), "fencing numbers", why);
    }
    if (scope.algorithm().overtaking().isPresent()) {
      draft.add(
          new Verdict.Broken("overtaking"),
          scope.overtaking(),
          "the bound on overtaking",
          "it was not asked for");
    }
  }

  private static void progress(Scope<?, ?> scope, Verdict verdict, Draft draft) {
    boolean complete =
        switch (verdict) {
          case Verdict.Ok _, Verdict.Stuck _, Verdict.Starvation _ -> true;
          default -> false;
        };
    draft.add(new Verdict.Stuck(), complete, "progress", "the search ended before");
    boolean asked = !scope.algorithm().family().claims(scope.layout(), 0).isEmpty();
    if (asked && scope.algorithm().settled().isEmpty()) {
      boolean whole = complete && !(verdict instanceof Verdict.Stuck);
      draft.add(
          new Verdict.Starvation(),
          scope.unbounded() && whole,
          "starvation",
          scope.unbounded() ? "the search ended before" : "entries are bounded");
    }
  }

  private static final class Draft {
    private final List<String> judged = new ArrayList<>();
    private final List<Gap> notJudged = new ArrayList<>();

    void judged(Verdict broken) {
      judged.add(broken.word());
    }

    void add(Verdict broken, boolean isJudged, String name, String why) {
      if (isJudged) {
        judged(broken);
      } else {
        notJudged.add(new Gap(broken.word(), name, why));
      }
    }
  }

  /** What was not judged and why, in words; empty if there is nothing. */
  public String gaps() {
    return notJudged.stream()
        .map(gap -> "%s (%s)".formatted(gap.name, gap.why))
        .collect(Collectors.joining(", "));
  }
}
