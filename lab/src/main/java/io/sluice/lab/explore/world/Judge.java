package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Invariant;
import io.sluice.protocol.Layout;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Looks at the world under a cursor and says what is wrong with it, if anything. */
public final class Judge<S, M> {

  private final Scope<S, M> scope;
  private final Cursor<S, M> cursor;
  private final Memo<S, M> memo;
  private final Layout layout;
  private final int n;
  private final World<S, M> view;
  private final LongIntMap pairsJudged = new LongIntMap();

  private final List<Invariant<S, M>> invariants;
  private final List<Invariant.OfPairs<S, M>> ofPairs = new ArrayList<>();

  /** The competitors, two by two. */
  private final int[] pairs;

  private final boolean crashes;

  /**
   * @param whole whether the protocol's invariants are judged too: some of the worlds they speak of
   *     may be left out of a reduced search
   */
  public Judge(Scope<S, M> scope, Cursor<S, M> cursor, Memo<S, M> memo, boolean whole) {
    this.invariants = whole ? scope.algorithm().invariants() : List.of();
    this.scope = scope;
    this.cursor = cursor;
    this.layout = scope.layout();
    this.memo = memo;
    this.view = new WorldView<>(layout, cursor, memo);
    this.n = layout.size();
    this.crashes = scope.faults().crashes() > 0;
    this.pairs = pairs(layout);
    for (var invariant : invariants) {
      if (invariant instanceof Invariant.OfPairs<S, M> each) {
        ofPairs.add(each);
      }
    }
  }

  private static int[] pairs(Layout layout) {
    return IntStream.range(1, layout.size())
        .boxed()
        .flatMap(
            one ->
                IntStream.range(0, one)
                    .filter(other -> layout.compete(one, other))
                    .boxed()
                    .flatMap(other -> Stream.of(one, other)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Judges the world that the cursor's latest move led to. */
  public Optional<Finding> judge() {
    if ((cursor.outlookOfAny() & Client.WRONGED) != 0) {
      return wronged();
    }
    if (cursor.hasDrifted()) {
      return Optional.of(drift());
    }
    int entrant = cursor.granted();
    if (entrant >= 0) {
      var broken = exclusion().or(() -> fences(entrant)).or(this::overtaking);
      if (broken.isPresent()) {
        return broken;
      }
    }
    boolean pairsHold = ofPairs.isEmpty() || holdForPairs();
    for (var invariant : invariants) {
      if (!(pairsHold && invariant instanceof Invariant.OfPairs)) {
        var broken = broken(invariant);
        if (broken.isPresent()) {
          return broken;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Finding> broken(Invariant<S, M> invariant) {
    try {
      boolean holds =
          switch (invariant) {
            case Invariant.OfWorld<S, M>(_, var rule) -> rule.test(view);
            case Invariant.OfPairs<S, M> pairs -> holds(pairs);
          };
      return holds
          ? Optional.empty()
          : found(new Verdict.Broken(invariant.name()), name(invariant) + " does not hold");
    } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
      return Optional.of(Finding.failed(name(invariant), thrown));
    }
  }

  private String name(Invariant<S, M> invariant) {
    return "the invariant '%s' of %s".formatted(invariant.name(), scope.algorithm().name());
  }

  private Optional<Finding> wronged() {
    for (int node = 0; node < n; node++) {
      String name = layout.name(node);
      var wrong = cursor.client(node).wrong();
      if (wrong.isPresent()) {
        return wrong.map(finding -> finding.of(name));
      }
    }
    return Optional.empty();
  }

  /** That the logical times of the world are too far apart for a canonical form. */
  public Finding drift() {
    var times = new ArrayList<Where>();
    var dictionary = memo.dictionary();
    for (int node = 0; node < n; node++) {
      String name = layout.name(node);
      for (var time : dictionary.timesByComponent(cursor.vector()[node])) {
        times.add(new Where(name + " holds", time));
      }
      for (int to = 0; to < n; to++) {
        int queue = cursor.vector()[cursor.channelSlot(node, to)];
        for (var time : dictionary.timesByComponentOfQueue(queue)) {
          times.add(new Where("a message from " + name + " holds", time));
        }
      }
    }
    return new Finding(
        new Verdict.Failed(),
        "logical times drift more than %d apart: %s, and %s; forget times that are no longer needed, such as those of answered requests, or search with bounded entries"
            .formatted(
                LogicalTimes.TOO_LATE - 1,
                Collections.max(times, Where.ORDER),
                Collections.min(times, Where.ORDER)));
  }

  /** A logical time and where it is. */
  private record Where(String where, LogicalTimes.Held time) {
    static final Comparator<Where> ORDER = Comparator.comparingLong(each -> each.time.time());

    @Override
    public String toString() {
      return "%s %d in %s".formatted(where, time.time(), time.component());
    }
  }

  private boolean holds(Invariant.OfPairs<S, M> invariant) {
    for (int pair = 0; pair < pairs.length; pair += 2) {
      if (isJudged(pair) && !holds(invariant, pairs[pair], pairs[pair + 1])) {
        return false;
      }
    }
    return true;
  }

  private boolean isJudged(int pair) {
    return !crashes || !(view.crashed(pairs[pair]) || view.crashed(pairs[pair + 1]));
  }

  private boolean holds(Invariant.OfPairs<S, M> invariant, int one, int other) {
    return invariant
        .rule()
        .holds(
            one,
            view.state(one),
            other,
            view.state(other),
            view.inTransit(one, other),
            view.inTransit(other, one));
  }

  /**
   * Whether all invariants of pairs hold. Two competitors are judged once for all the worlds in
   * which they look the same.
   */
  private boolean holdForPairs() {
    int[] vector = cursor.vector();
    for (int pair = 0; pair < pairs.length; pair += 2) {
      int one = pairs[pair];
      int other = pairs[pair + 1];
      int there = cursor.channelSlot(one, other);
      int back = cursor.channelSlot(other, one);
      long sight =
          Fingerprint.term(one, vector[one])
              + Fingerprint.term(other, vector[other])
              + Fingerprint.term(there, vector[there])
              + Fingerprint.term(back, vector[back]);
      if (isJudged(pair) && !holdForPair(sight & Long.MAX_VALUE, one, other)) {
        return false;
      }
    }
    return true;
  }

  private boolean holdForPair(long sight, int one, int other) {
    int known = pairsJudged.get(sight);
    if (known == LongIntMap.ABSENT) {
      known = 1;
      try {
        for (var invariant : ofPairs) {
          known &= holds(invariant, one, other) ? 1 : 0;
        }
      } catch (RuntimeException | AssertionError | StackOverflowError thrown) {
        known = 0; // which invariant has thrown it is found out by judging them one by one
      }
      pairsJudged.add(sight, known);
    }
    return known == 1;
  }

  private Optional<Finding> exclusion() {
    for (int one = 1; one < n; one++) {
      var client = cursor.client(one);
      if (!client.state().isInside()) {
        continue;
      }
      for (int other = 0; other < one; other++) {
        var rival = cursor.client(other);
        if (rival.state().isInside()
            && !layout.compatible(one, client.claim(), other, rival.claim())) {
          return found(
              new Verdict.Exclusion(),
              layout.name(other) + " and " + layout.name(one) + " are inside together");
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Finding> fences(int entrant) {
    if (!scope.fences()) {
      return Optional.empty();
    }
    var grant = cursor.client(entrant).grant();
    for (int node = 0; node < n; node++) {
      var other = cursor.client(node).grant();
      if (layout.compete(entrant, node)
          && grant.conflictsWith(other)
          && other.fence() >= grant.fence()) {
        return found(
            new Verdict.Broken("fence"),
            "%s entered with fencing number %d after %s had number %d"
                .formatted(layout.name(entrant), grant.fence(), layout.name(node), other.fence()));
      }
    }
    return Optional.empty();
  }

  private Optional<Finding> overtaking() {
    if (!scope.overtaking()) {
      return Optional.empty();
    }
    int bound = scope.algorithm().overtaking().orElseThrow().bound();
    for (int node = 0; node < n; node++) {
      for (var overtaken : cursor.client(node).overtaken()) {
        if (overtaken.times() > bound) {
          return found(
              new Verdict.Broken("overtaking"),
              "%s got in %d times before %s; the bound is %d"
                  .formatted(
                      layout.name(overtaken.by()), overtaken.times(), layout.name(node), bound));
        }
      }
    }
    return Optional.empty();
  }

  /** Judges a world in which nothing is bound to happen any more. */
  public Optional<Finding> standstill() {
    var waiting = waiting();
    if (!waiting.isEmpty()) {
      return standstill(
          "%s still wait%s"
              .formatted(String.join(" and ", waiting), waiting.size() == 1 ? "s" : ""));
    }
    for (int node = 0; node < n; node++) {
      if (cursor.client(node).isInTransition()) {
        return standstill(
            layout.name(node)
                + (cursor.client(node).state() == ClientState.JOINING
                    ? " never becomes a member"
                    : " never departs"));
      }
    }
    return Optional.empty();
  }

  private static Optional<Finding> standstill(String consequence) {
    return found(new Verdict.Deadlock(), "nothing is bound to happen any more, and " + consequence);
  }

  public List<String> waiting() {
    var names = new ArrayList<String>();
    for (int node = 0; node < n; node++) {
      if (cursor.client(node).state() == ClientState.WAITING) {
        names.add(layout.name(node));
      }
    }
    return names;
  }

  private static Optional<Finding> found(Verdict verdict, String what) {
    return Optional.of(new Finding(verdict, what));
  }
}
