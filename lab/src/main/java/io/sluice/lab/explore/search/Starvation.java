package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.Graph;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Interner;
import io.sluice.lab.explore.world.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Looks for a process that can wait forever although the environment is fair: every message that is
 * on its way arrives in the end, every holder releases, every timer runs out. No process need ever
 * ask again, and faults need never happen.
 *
 * <p>Such a run ends in a strongly connected set of worlds in all of which the process waits, and
 * in which each fair move is either taken somewhere or impossible somewhere. (If a move is possible
 * everywhere and taken nowhere in a component, the same is true of every part of the component; so
 * looking at whole components is enough.)
 */
public final class Starvation {

  /**
   * A way to let a process starve.
   *
   * @param entry the world where the cycle begins
   * @param level how many moves lead there
   * @param cycle the moves from there back to it
   */
  record Lasso(int process, int entry, int level, List<Integer> cycle) {}

  private static final long NO_RECORD = -1;
  private static final int NOT_BOUND = Long.SIZE;

  /** The low link of a world whose component is complete: above every real one. */
  private static final int DONE = Integer.MAX_VALUE;

  private final Graph graph;
  private final IntUnaryOperator waiting;
  private final int nodes;
  private final long[] records;

  /** One more than the first world of the component that each world was last found in. */
  private final int[] componentOf;

  private final Interner<Integer> fairMoves = new Interner<>("fair moves", Long.SIZE);
  private final LongIntMap fairMoveOf = new LongIntMap();

  /**
   * @param waiting for each world the processes that wait, as bits
   * @param worlds one more than the highest number of a world
   */
  Starvation(Graph graph, IntUnaryOperator waiting, int nodes, int worlds) {
    this.graph = graph;
    this.waiting = waiting;
    this.nodes = nodes;
    this.records = new long[worlds];
    this.componentOf = new int[worlds];
    Arrays.fill(records, NO_RECORD);
    for (int level = 0; level < graph.levels(); level++) {
      for (var part : graph.parts()) {
        for (long at = part.levelStart(level); at < part.levelEnd(level); at++) {
          int item = part.item(at);
          if (Graph.isHeader(item)) {
            records[Graph.world(item)] = at;
          }
        }
      }
    }
  }

  Optional<Lasso> find() {
    for (int process = 0; process < nodes; process++) {
      var component = fairComponent(process);
      if (component.isPresent()) {
        return Optional.of(lasso(process, component.get()));
      }
    }
    return Optional.empty();
  }

  private boolean waits(int world, int process) {
    return records[world] != NO_RECORD && (waiting.applyAsInt(world) >>> process & 1) == 1;
  }

  /** Tarjan's algorithm over the worlds in which the process waits, without recursion. */
  private Optional<BitSet> fairComponent(int process) {
    int size = records.length;
    int[] index = new int[size];
    int[] low = new int[size];
    int[] stack = new int[size];
    int[] path = new int[size];
    long[] edge = new long[size];
    int counter = 0;
    int top = 0;
    for (int root = 0; root < size; root++) {
      if (index[root] != 0 || !waits(root, process)) {
        continue;
      }
      int depth = 0;
      path[0] = root;
      while (depth >= 0) {
        int world = path[depth];
        if (index[world] == 0) {
          index[world] = ++counter;
          low[world] = counter;
          edge[world] = records[world] + 1;
          stack[top++] = world;
        }
        int target = targetAt(world, edge[world]);
        if (target >= 0) {
          edge[world]++;
          if (waits(target, process) && index[target] == 0) {
            path[++depth] = target;
          } else if (waits(target, process)) {
            low[world] = Math.min(low[world], low[target]);
          }
          continue;
        }
        depth--;
        if (depth >= 0) {
          low[path[depth]] = Math.min(low[path[depth]], low[world]);
        }
        if (low[world] == index[world]) {
          int from = top;
          do {
            from--;
            low[stack[from]] = DONE;
          } while (stack[from] != world);
          var component = Arrays.copyOfRange(stack, from, top);
          top = from;
          if (isFair(component)) {
            return Optional.of(asSet(component));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static BitSet asSet(int[] worlds) {
    var set = new BitSet();
    for (int world : worlds) {
      set.set(world);
    }
    return set;
  }

  /** The target at a place in a world's record, or -1 where the next world's record begins. */
  private int targetAt(int world, long at) {
    int item = graph.partOf(world).item(at);
    return Graph.isHeader(item) ? -1 : Graph.world(item);
  }

  private int moveAt(int world, long at) {
    return graph.partOf(world).move(at);
  }

  private boolean isFair(int[] component) {
    for (int world : component) {
      componentOf[world] = component[0] + 1;
    }
    long everywhere = -1L;
    long taken = 0;
    boolean cyclic = false;
    for (int world : component) {
      long possible = 0;
      for (long at = records[world] + 1; targetAt(world, at) >= 0; at++) {
        long bit = fairness(moveAt(world, at));
        possible |= bit;
        if (componentOf[targetAt(world, at)] == component[0] + 1) {
          taken |= bit;
          cyclic = true;
        }
      }
      everywhere &= possible;
    }
    return cyclic && (everywhere & ~taken) == 0;
  }

  /** The bit of a move that is bound to be taken; 0 for one that is not. */
  private long fairness(int move) {
    int known = fairMoveOf.get(move);
    if (known == LongIntMap.ABSENT) {
      known = numberOf(move);
      fairMoveOf.add(move, known);
    }
    return known == NOT_BOUND ? 0 : 1L << known;
  }

  private int numberOf(int move) {
    if (Move.isOptional(move) || Move.kind(move) == Move.ACQUIRE) {
      return NOT_BOUND;
    }
    boolean anyOutcome = Move.kind(move) == Move.DRAW;
    return fairMoves.number(
        Move.of(Move.kind(move), Move.place(move), anyOutcome ? 0 : Move.choice(move)));
  }

  private Lasso lasso(int process, BitSet component) {
    for (int level = 0; level < graph.levels(); level++) {
      for (var part : graph.parts()) {
        for (long at = part.levelStart(level); at < part.levelEnd(level); at++) {
          int item = part.item(at);
          if (Graph.isHeader(item) && component.get(Graph.world(item))) {
            int entry = Graph.world(item);
            return new Lasso(process, entry, level, cycle(component, entry));
          }
        }
      }
    }
    throw new IllegalStateException("a component without a world");
  }

  /** A closed walk through the component that gives each fair move its due. */
  private List<Integer> cycle(BitSet component, int entry) {
    var walk = new ArrayList<Integer>();
    int at = entry;
    for (int fair = 0; fair < fairMoves.size(); fair++) {
      long bit = 1L << fair;
      at = walk(component, at, world -> (possible(world) & bit) == 0, bit, walk);
    }
    walk(component, at, world -> world == entry, 0, walk);
    if (walk.isEmpty()) {
      for (long edge = records[entry] + 1; targetAt(entry, edge) >= 0; edge++) {
        if (component.get(targetAt(entry, edge))) {
          walk.add(moveAt(entry, edge));
          walk(component, targetAt(entry, edge), world -> world == entry, 0, walk);
          return walk;
        }
      }
    }
    return walk;
  }

  private long possible(int world) {
    long possible = 0;
    for (long at = records[world] + 1; targetAt(world, at) >= 0; at++) {
      possible |= fairness(moveAt(world, at));
    }
    return possible;
  }

  /**
   * The shortest walk within the component to a world that will do, or over a move that will.
   *
   * @return the world it ends at
   */
  private int walk(
      BitSet component, int from, IntPredicate goal, long goalMove, List<Integer> walk) {
    if (goal.test(from)) {
      return from;
    }
    var visits = new ArrayList<>(List.of(new Visit(from, 0, -1)));
    var seen = new BitSet();
    seen.set(from);
    for (int v = 0; v < visits.size(); v++) {
      int world = visits.get(v).world;
      for (long at = records[world] + 1; targetAt(world, at) >= 0; at++) {
        int target = targetAt(world, at);
        int move = moveAt(world, at);
        boolean due = (fairness(move) & goalMove) != 0;
        if (!component.get(target) || (seen.get(target) && !due)) {
          continue;
        }
        if (due || goal.test(target)) {
          var legs = new ArrayList<>(List.of(move));
          for (var visit = visits.get(v); visit.before >= 0; visit = visits.get(visit.before)) {
            legs.add(visit.move);
          }
          walk.addAll(legs.reversed());
          return target;
        }
        seen.set(target);
        visits.add(new Visit(target, move, v));
      }
    }
    throw new IllegalStateException("the component is not strongly connected");
  }

  /**
   * A world that a walk came to.
   *
   * @param move the move it came by
   * @param before the place of the visit before, or -1
   */
  private record Visit(int world, int move, int before) {}
}
