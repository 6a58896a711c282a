package io.sluice.lab.explore.trace;

import static java.util.Objects.requireNonNull;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.trace.TraceStep.Sent;
import io.sluice.lab.explore.world.Canonical;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.FairMove;
import io.sluice.lab.explore.world.Judge;
import io.sluice.lab.explore.world.Memo;
import io.sluice.lab.explore.world.Move;
import io.sluice.lab.explore.world.WorldView;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Input;
import io.sluice.protocol.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Walks through worlds as they are, without canonical forms, and writes down what happens: finds
 * the way to an error again, and re-runs a saved trace.
 */
public final class Tracer<S, M> {

  /** Events of a circle; more than a reader would look at. */
  private static final int MOST_ROUND = 1_000;

  private final Scope<S, M> scope;
  private final Dictionary<S, M> dictionary;
  private final Cursor<S, M> actual;
  private final Cursor<S, M> canonical;
  private final Judge<S, M> judge;
  private final World<S, M> view;
  private final List<TraceStep> steps = new ArrayList<>();

  public Tracer(Scope<S, M> scope, Dictionary<S, M> dictionary) {
    this.scope = scope;
    this.dictionary = dictionary;
    var memo = new Memo<>(dictionary);
    this.actual = new Cursor<>(scope, memo, new Canonical.Plain<>(memo));
    this.canonical = new Cursor<>(scope, memo, Canonical.of(scope, memo));
    this.judge = new Judge<>(scope, actual, memo, true);
    this.view = new WorldView<>(scope.layout(), actual, memo);
    actual.loadInitial();
  }

  /**
   * Follows the ways that the graph shows, one set of worlds a level, from the first world on. Of
   * several ways it takes the first in order, so that the same search always shows the same trace.
   *
   * @param number the number of the world with a fingerprint
   * @return whether there is such a way with times as they really are
   */
  public boolean follow(List<BitSet> ways, LongToIntFunction number) {
    return follow(ways, number, () -> true);
  }

  /**
   * The same, to a world in which something is wrong. A world may be wrong only in its canonical
   * form, for which a clock's times that are long ago are as good as any others.
   */
  public boolean followToError(List<BitSet> ways, LongToIntFunction number) {
    return follow(ways, number, () -> finding().isPresent());
  }

  private boolean follow(List<BitSet> ways, LongToIntFunction number, BooleanSupplier isGoal) {
    actual.loadInitial();
    steps.clear();
    var moves = new ArrayDeque<Integer>();
    if (!lead(ways.subList(1, ways.size()), number, isGoal, moves, new HashSet<>())) {
      return false;
    }
    actual.loadInitial();
    moves.forEach(this::take);
    return true;
  }

  /**
   * Finds the moves that lead on from the world under the cursor, which it leaves anywhere.
   *
   * @param deadEnds the worlds, with times as they really are, that are known to lead nowhere
   */
  private boolean lead(
      List<BitSet> ways,
      LongToIntFunction number,
      BooleanSupplier isGoal,
      Deque<Integer> moves,
      Set<DeadEnd> deadEnds) {
    if (ways.isEmpty()) {
      return isGoal.getAsBoolean();
    }
    var goals = ways.getFirst();
    int[] here = actual.vector().clone();
    long fingerprint = actual.fingerprint();
    var rest = ways.subList(1, ways.size());
    for (int move : inOrder(world -> world >= 0 && goals.get(world), number)) {
      actual.apply(move);
      actual.settle();
      var there = new DeadEnd(rest.size(), actual.fingerprint());
      if (!deadEnds.contains(there)) {
        moves.addLast(move);
        if (lead(rest, number, isGoal, moves, deadEnds)) {
          return true;
        }
        moves.removeLast();
        deadEnds.add(there);
      }
      actual.load(here, 0, fingerprint);
    }
    return false;
  }

  /** A world that leads nowhere in the given number of moves. */
  private record DeadEnd(int moves, long fingerprint) {}

  /** The moves that lead to wanted worlds, in the order of what is shown of them. */
  private List<Integer> inOrder(IntPredicate wanted, LongToIntFunction number) {
    var found = new ArrayList<Map.Entry<SavedStep, Integer>>();
    for (int move : moves()) {
      actual.apply(move);
      if (wanted.test(number.applyAsInt(canonical.fingerprintOf(actual)))) {
        found.add(Map.entry(SavedStep.of(describe(move)), move));
      }
      actual.undo();
    }
    return found.stream()
        .sorted(Map.Entry.comparingByKey(SavedStep.ORDER))
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * Goes on in a circle that gives each fair move its due, within a strongly connected set of
   * worlds; or, where none is found from here with times as they really are, begins again and looks
   * for another way into the set.
   *
   * @param component whether a world, given by its number, is in the set
   * @param number the number of the world with a fingerprint
   * @return whether a circle was found, and what it rests on
   */
  public Optional<Circle> circle(IntPredicate component, LongToIntFunction number) {
    var finder = new CycleFinder<>(scope, dictionary, component, number);
    int here = number.applyAsInt(canonical.fingerprintOf(actual));
    boolean isInside = here >= 0 && component.test(here);
    var lasso = isInside ? finder.from(actual) : Optional.<CycleFinder.Lasso>empty();
    int before = steps.size();
    if (lasso.isEmpty()) {
      lasso = finder.fromTheFirstWorld();
      before = 0;
      steps.clear();
      actual.loadInitial();
    }
    int start = before;
    lasso.ifPresent(found -> found.moves().forEach(this::take));
    return lasso.map(found -> new Circle(new Trace(steps, start + found.start()), found.closing()));
  }

  /**
   * A trace that ends in a circle.
   *
   * @param closing what it rests on that the circle repeats
   */
  public record Circle(Trace trace, CycleFinder.Closing closing) {}

  /**
   * Goes on fairly, until it has gone round in a circle that gives each move its due or nothing is
   * bound to happen any more: what has been possible for longest happens next.
   *
   * @return the whole way, with the circle if there is one
   */
  public Trace goRound() {
    var run = new FairRun();
    int start = steps.size();
    for (int k = 0; k < MOST_ROUND; k++) {
      // Exchanged processes would look like a circle that is none.
      long world = scope.symmetry() ? actual.fingerprint() : canonical.fingerprintOf(actual);
      var bound = new TreeMap<Integer, Integer>();
      for (int move : moves()) {
        if (actual.isBoundToHappen(move)) {
          bound.putIfAbsent(obligation(move), move);
        }
      }
      var circle = run.arrive(world, bound.keySet());
      if (circle.isPresent()) {
        return new Trace(steps, start + circle.getAsInt());
      }
      if (bound.isEmpty()) {
        break;
      }
      take(requireNonNull(bound.get(run.next())));
    }
    return Trace.of(steps);
  }

  /** The fair move that a move is; a process that has to ask is under an obligation too. */
  private int obligation(int move) {
    int fairMove = actual.fairMove(move);
    return fairMove == FairMove.NONE ? -1 - Move.place(move) : fairMove;
  }

  /** Takes the move that is the event; false if there is none. */
  public boolean take(Event event) {
    return takeFirst(step -> step.event().equals(event));
  }

  /** Takes the move that a saved step tells of; false if there is none. */
  boolean take(SavedStep saved) {
    return takeFirst(step -> SavedStep.of(step).isSameEventAs(saved));
  }

  private boolean takeFirst(Predicate<TraceStep> wanted) {
    for (int move : moves()) {
      actual.apply(move);
      boolean found = wanted.test(describe(move));
      actual.undo();
      if (found) {
        take(move);
        return true;
      }
    }
    return false;
  }

  /** What can happen in the world that the way has led to, each with what would come of it. */
  public List<TraceStep> possible() {
    var possible = new ArrayList<TraceStep>();
    for (int move : moves()) {
      actual.apply(move);
      possible.add(describe(move));
      actual.undo();
    }
    return possible;
  }

  /**
   * A move that can happen next.
   *
   * @param step what would come of it
   * @param fingerprint that of the world it leads to, in canonical form
   */
  public record Possible(int move, TraceStep step, long fingerprint) {}

  /** The moves that can happen next, in the order of {@link #possible}. */
  public List<Possible> possibleMoves() {
    var possible = new ArrayList<Possible>();
    for (int move : moves()) {
      actual.apply(move);
      possible.add(new Possible(move, describe(move), canonical.fingerprintOf(actual)));
      actual.undo();
    }
    return possible;
  }

  /** The world that the way has led to, to be read only. */
  public Cursor<S, M> world() {
    return actual;
  }

  /**
   * Goes to a world that a tracer of the same dictionary was at; the way begins there.
   *
   * @param granted the process that the latest move had let in, or -1
   */
  public void goTo(int[] vector, long fingerprint, int granted) {
    actual.load(vector, 0, fingerprint, granted);
    steps.clear();
  }

  /** The messages that are on their way in that world. */
  public List<M> inTransit(int from, int to) {
    return view.inTransit(from, to);
  }

  /** The state of a process in that world. */
  public S state(int process) {
    return view.state(process);
  }

  /** The fingerprint, in canonical form, of the world that the way has led to. */
  public long fingerprint() {
    return canonical.fingerprintOf(actual);
  }

  /** Takes a move that can happen. */
  public void take(int move) {
    actual.apply(move);
    steps.add(describe(move));
    actual.settle();
  }

  private List<Integer> moves() {
    var list = new IntList();
    actual.moves(list);
    var moves = new ArrayList<Integer>();
    for (int k = 0; k < list.size(); k++) {
      moves.add(list.get(k));
    }
    return moves;
  }

  /** The way so far. */
  public List<TraceStep> steps() {
    return List.copyOf(steps);
  }

  /** What is wrong with the world that the way has led to. */
  public Optional<Finding> finding() {
    var _ = canonical.fingerprintOf(actual);
    return judge
        .judge()
        .or(() -> canonical.hasDrifted() ? Optional.of(judge.drift()) : Optional.empty())
        .or(
            () ->
                moves().stream().noneMatch(actual::isBoundToHappen)
                    ? judge.standstill()
                    : Optional.empty());
  }

  /** Whether the protocol has settled there, if it says what that is. */
  public Optional<Boolean> settled() {
    return scope.algorithm().settled().map(rule -> !isTicking() && rule.test(view));
  }

  /** Whether some process has heard of a tick that others are still to hear of. */
  private boolean isTicking() {
    return IntStream.range(0, scope.layout().size())
        .anyMatch(node -> actual.client(node).clock().due());
  }

  /** The processes that wait in the world that the way has led to. */
  public List<String> waiting() {
    return judge.waiting();
  }

  /** Tells of a move that has just been applied. */
  private TraceStep describe(int move) {
    var event = event(move);
    var step = actual.latestStep();
    var sent = new ArrayList<Sent>();
    int[] sends = step.sends();
    for (int k = 0; k < sends.length; k += 2) {
      sent.add(new Sent(sends[k], dictionary.message(sends[k + 1])));
    }
    var state = dictionary.state(actual.vector()[event.process()]);
    return new TraceStep(event, sent, step.granted(), state);
  }

  private Event event(int move) {
    int place = Move.place(move);
    int n = scope.layout().size();
    int from = place / n;
    int to = place % n;
    return switch (Move.kind(move)) {
      case Move.DELIVER -> new Event.Receive(to, from, message());
      case Move.LOSE -> new Event.Lose(to, from, message());
      case Move.DUPLICATE -> new Event.Duplicate(to, from, message());
      case Move.CRASH -> new Event.Crash(place);
      case Move.PAUSE -> new Event.Pause(place);
      case Move.RESUME -> new Event.Resume(place);
      default -> event(place, dictionary.input(actual.latestCode()));
    };
  }

  private M message() {
    return dictionary.message(actual.latestMessage());
  }

  private static <M> Event event(int process, Input<M> input) {
    return switch (input) {
      case Input.Acquire<M>(var claim) -> new Event.Ask(process, claim);
      case Input.Release<M>() -> new Event.Release(process);
      case Input.Receive<M>(int from, var message) -> new Event.Receive(process, from, message);
      case Input.Withdraw<M>() -> new Event.Withdraw(process);
      case Input.Expired<M>(var timer) -> new Event.Expire(process, timer);
      case Input.Drawn<M>(var draw, int outcome) -> new Event.Draw(process, draw, outcome);
      case Input.Excluded<M>(int peer) -> new Event.Exclude(process, peer);
      case Input.Join<M>(int introducer) -> new Event.Join(process, introducer);
      case Input.Depart<M>() -> new Event.Depart(process);
      case Input.Order<M>(var order) -> new Event.Order(process, order);
      case Input.Tick<M> _ -> new Event.Tick(process);
    };
  }
}
