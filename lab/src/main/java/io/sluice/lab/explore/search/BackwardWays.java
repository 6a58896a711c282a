package io.sluice.lab.explore.search;

import io.sluice.lab.explore.table.Graph;
import java.util.Arrays;
import java.util.BitSet;

/** The ways of a graph read backwards: from where a world can be reached, and in how many moves. */
final class BackwardWays {

  /** The distance of a world from which no goal can be reached. */
  static final int UNREACHED = Integer.MAX_VALUE;

  private final int[] starts;
  private final int[] sources;
  private final BitSet known = new BitSet();

  /**
   * @param worlds one more than the highest number of a world
   */
  BackwardWays(Graph graph, int worlds) {
    this.starts = new int[worlds + 1];
    forEach(graph, (_, target) -> starts[target + 1]++);
    for (int world = 0; world < worlds; world++) {
      starts[world + 1] += starts[world];
    }
    this.sources = new int[starts[worlds]];
    int[] filled = Arrays.copyOf(starts, worlds);
    forEach(graph, (source, target) -> sources[filled[target]++] = source);
  }

  @FunctionalInterface
  private interface Edge {
    void at(int source, int target);
  }

  private void forEach(Graph graph, Edge edge) {
    for (var part : graph.parts()) {
      int world = -1;
      for (int level = 0; level < graph.levels(); level++) {
        for (long at = part.levelStart(level); at < part.levelEnd(level); at++) {
          int item = part.item(at);
          if (Graph.isHeader(item)) {
            world = Graph.world(item);
            known.set(world);
          } else {
            edge.at(world, Graph.world(item));
          }
        }
      }
    }
  }

  /**
   * The wrong worlds, and those that have no hope although no wrong world can follow: there the
   * processes go on without end and some are never served.
   */
  BitSet addUnreached(BitSet wrong, BitSet hopeful) {
    var trouble = (BitSet) wrong.clone();
    int[] distances = distancesTo(wrong);
    for (int world = known.nextSetBit(0); world >= 0; world = known.nextSetBit(world + 1)) {
      if (!hopeful.get(world) && distances[world] == UNREACHED) {
        trouble.set(world);
      }
    }
    return trouble;
  }

  /** For each world the fewest moves that lead to a goal, or {@link #UNREACHED}. */
  int[] distancesTo(BitSet goals) {
    int[] distances = new int[starts.length - 1];
    Arrays.fill(distances, UNREACHED);
    int[] queue = new int[distances.length];
    int end = 0;
    for (int goal = goals.nextSetBit(0); goal >= 0; goal = goals.nextSetBit(goal + 1)) {
      distances[goal] = 0;
      queue[end++] = goal;
    }
    for (int begin = 0; begin < end; begin++) {
      int world = queue[begin];
      for (int at = starts[world]; at < starts[world + 1]; at++) {
        int source = sources[at];
        if (distances[source] == UNREACHED) {
          distances[source] = distances[world] + 1;
          queue[end++] = source;
        }
      }
    }
    return distances;
  }
}
