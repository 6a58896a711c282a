package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.Graph;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Looks for a process that can wait forever although the environment is fair: every message that is
 * on its way arrives in the end, every holder releases, every timer runs out. No process need ever
 * ask again, and faults need never happen. What exactly is fair, {@link
 * io.sluice.lab.explore.world.FairMove} defines.
 *
 * <p>Such a run ends in a strongly connected set of worlds in all of which the process waits, and
 * in which each fair move is either taken somewhere or impossible somewhere. (If a move is possible
 * everywhere and taken nowhere in a component, the same is true of every part of the component; so
 * looking at whole components is enough.)
 */
public final class Starvation {

  /**
   * A process that can wait forever.
   *
   * @param component the worlds between which a fair run goes to and fro, while the process waits
   * @param level the fewest moves that lead to one of them
   */
  record Starving(int process, BitSet component, int level) {}

  private static final long NO_RECORD = -1;

  /** The low link of a world whose component is complete: above every real one. */
  private static final int DONE = Integer.MAX_VALUE;

  private final Graph graph;
  private final IntUnaryOperator waiting;
  private final int nodes;
  private final long[] records;

  /** The number of the component that each world was last found in, for any process. */
  private final int[] componentOf;

  private int components;

  private final FairMoveCounts counts = new FairMoveCounts();

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

  Optional<Starving> find() {
    for (int process = 0; process < nodes; process++) {
      var component = fairComponent(process);
      if (component.isPresent()) {
        return Optional.of(new Starving(process, component.get(), level(component.get())));
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

  private int fairMoveAt(int world, long at) {
    return graph.partOf(world).fairMove(at);
  }

  private boolean isFair(int[] component) {
    components++;
    for (int world : component) {
      componentOf[world] = components;
    }
    boolean cyclic = false;
    counts.clear();
    for (int world : component) {
      counts.startWorld();
      for (long at = records[world] + 1; targetAt(world, at) >= 0; at++) {
        boolean inside = componentOf[targetAt(world, at)] == components;
        cyclic |= inside;
        counts.add(fairMoveAt(world, at), inside);
      }
    }
    return cyclic && counts.areFair();
  }

  /** The first level with a world of the component. */
  private int level(BitSet component) {
    int level = 0;
    while (graph.inside(component, level).isEmpty()) {
      level++;
    }
    return level;
  }
}
