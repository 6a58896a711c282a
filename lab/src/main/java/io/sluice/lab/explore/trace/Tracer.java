package io.sluice.lab.explore.trace;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
import io.sluice.lab.explore.world.Canonical;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.Judge;
import io.sluice.lab.explore.world.Memo;
import io.sluice.lab.explore.world.Move;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Input;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/**
 * Walks through worlds as they are, without canonical forms, and writes down what happens: finds
 * the way to an error again, and re-runs a trace that somebody saved.
 */
public final class Tracer<S, M> {

  private static final Comparator<Event> ORDER =
      Comparator.comparing(Event::kind)
          .thenComparingInt(Event::node)
          .thenComparingInt(Event::peer)
          .thenComparing(Event::text);

  private final Scope<S, M> scope;
  private final Dictionary<S, M> dictionary;
  private final Cursor<S, M> actual;
  private final Cursor<S, M> canonical;
  private final Judge<S, M> judge;
  private final List<Event> events = new ArrayList<>();

  public Tracer(Scope<S, M> scope, Dictionary<S, M> dictionary) {
    this.scope = scope;
    this.dictionary = dictionary;
    var memo = new Memo<>(dictionary);
    this.actual = new Cursor<>(scope, memo, new Canonical.Plain<>(memo));
    this.canonical = new Cursor<>(scope, memo, Canonical.of(scope, memo));
    this.judge = new Judge<>(scope, actual, memo, true);
    actual.loadInitial();
  }

  /**
   * Follows the ways that the graph shows, one set of worlds a level. Of several ways takes the
   * first in order, so that the same search always shows the same trace.
   *
   * @param number the number of the world with a fingerprint
   * @return whether there is such a way with times as they really are
   */
  public boolean follow(List<BitSet> ways, LongToIntFunction number) {
    for (var goals : ways.subList(1, ways.size())) {
      int best = -1;
      Optional<Event> bestEvent = Optional.empty();
      for (int move : moves()) {
        actual.apply(move);
        int world = number.applyAsInt(canonical.fingerprintOf(actual));
        if (world >= 0 && goals.get(world)) {
          var event = describe(move);
          if (bestEvent.isEmpty() || ORDER.compare(event, bestEvent.get()) < 0) {
            best = move;
            bestEvent = Optional.of(event);
          }
        }
        actual.undo();
      }
      if (bestEvent.isEmpty()) {
        return false;
      }
      take(best);
    }
    return true;
  }

  /** Takes the given moves, as far as they are possible. */
  public boolean take(List<Integer> wanted) {
    for (int move : wanted) {
      if (!moves().contains(move)) {
        return false;
      }
      take(move);
    }
    return true;
  }

  /** Takes the move that the event tells of; false if there is none. */
  public boolean take(Event event) {
    for (int move : moves()) {
      actual.apply(move);
      boolean same = event.isSameAs(describe(move));
      actual.undo();
      if (same) {
        take(move);
        return true;
      }
    }
    return false;
  }

  /** What can happen in the world that the way has led to. */
  public List<Event> possible() {
    var possible = new ArrayList<Event>();
    for (int move : moves()) {
      actual.apply(move);
      possible.add(describe(move));
      actual.undo();
    }
    return possible;
  }

  /** The fingerprint, in canonical form, of the world that the way has led to. */
  long fingerprint() {
    return canonical.fingerprintOf(actual);
  }

  private void take(int move) {
    actual.apply(move);
    events.add(describe(move));
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

  public List<Event> events() {
    return List.copyOf(events);
  }

  /** What is wrong with the world that the way has led to. */
  public Optional<Finding> finding() {
    return judge
        .judge()
        .or(
            () ->
                moves().stream().noneMatch(actual::isBoundToHappen)
                    ? judge.standstill()
                    : Optional.empty());
  }

  /** Who waits in the world that the way has led to. */
  public List<String> waiting() {
    return judge.waiting();
  }

  /** Tells of a move that has just been applied. */
  private Event describe(int move) {
    int n = scope.layout().size();
    int place = Move.place(move);
    var step = actual.latestStep();
    var sent = new ArrayList<Trace.Sent>();
    int[] sends = step.sends();
    for (int k = 0; k < sends.length; k += 2) {
      sent.add(new Trace.Sent(sends[k], dictionary.message(sends[k + 1]).toString()));
    }
    var kind = kindOf(move);
    boolean channel = kind == Kind.RECEIVE || kind == Kind.LOSE || kind == Kind.DUPLICATE;
    int node = channel ? place % n : place;
    int peer =
        channel
            ? place / n
            : kind == Kind.EXCLUDE || kind == Kind.JOIN ? Move.choice(move) : Trace.NOBODY;
    String text =
        channel
            ? dictionary.message(actual.latestMessage()).toString()
            : kind == Kind.CRASH ? "" : textOf(dictionary.input(actual.latestCode()));
    String state = dictionary.state(actual.vector()[node]).toString();
    return new Event(kind, node, peer, text, List.copyOf(sent), step.granted(), state);
  }

  private static Kind kindOf(int move) {
    return switch (Move.kind(move)) {
      case Move.ACQUIRE -> Kind.ASK;
      case Move.RELEASE -> Kind.LEAVE;
      case Move.DELIVER -> Kind.RECEIVE;
      case Move.EXPIRE -> Kind.EXPIRE;
      case Move.DRAW -> Kind.DRAW;
      case Move.EXCLUDE -> Kind.EXCLUDE;
      case Move.CRASH -> Kind.CRASH;
      case Move.LOSE -> Kind.LOSE;
      case Move.DUPLICATE -> Kind.DUPLICATE;
      case Move.JOIN -> Kind.JOIN;
      case Move.DEPART -> Kind.DEPART;
      case Move.WITHDRAW -> Kind.WITHDRAW;
      case Move.ORDER -> Kind.ORDER;
      default -> throw new IllegalArgumentException("not a move: " + move);
    };
  }

  private String textOf(Input<M> input) {
    return switch (input) {
      case Input.Acquire(var claim) -> claim.words();
      case Input.Expired(var timer) -> timer;
      case Input.Drawn(var draw, var outcome) -> draw + "=" + outcome;
      case Input.Order(var order) -> order.toString();
      default -> "";
    };
  }
}
