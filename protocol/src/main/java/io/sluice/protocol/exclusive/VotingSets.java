package io.sluice.protocol.exclusive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * For each process the processes whose votes it needs: every process is in its own set, and every
 * two sets have a member in common, so no two processes can have all their votes at once.
 *
 * <p>Sets are computed when asked for, as sorted lists: a list is as long as the set has members,
 * however high these are numbered.
 */
public final class VotingSets {

  private final int nodes;
  private final IntFunction<List<Integer>> rule;

  private VotingSets(int nodes, IntFunction<List<Integer>> rule) {
    this.nodes = nodes;
    this.rule = rule;
  }

  /** The processes whose votes this one needs, in ascending order. */
  public List<Integer> of(int self) {
    if (self < 0 || self >= nodes) {
      throw new IllegalArgumentException("no process " + self + " among " + nodes);
    }
    return rule.apply(self);
  }

  /** How many processes there are. */
  public int nodes() {
    return nodes;
  }

  /** Every process needs every vote: the slides' three processes. */
  public static VotingSets everyone(int nodes) {
    var all = IntStream.range(0, nodes).boxed().toList();
    return new VotingSets(nodes, _ -> all);
  }

  /** The smallest sets known here: a plane where the number of processes allows, else a grid. */
  public static VotingSets smallest(int nodes) {
    return plane(nodes).orElseGet(() -> grid(nodes));
  }

  /**
   * Processes are arranged in rows, as in a square; a set is a row and a column, at most {@code
   * 2*ceil(sqrt(nodes))-1} processes.
   *
   * <p>If the last row is short, sets still intersect: of two processes in different rows at least
   * one is in a full row, and that row crosses the column of the other.
   */
  public static VotingSets grid(int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException("a grid has at least one process, not " + nodes);
    }
    int width = (int) Math.ceil(Math.sqrt(nodes));
    return new VotingSets(
        nodes,
        self -> {
          int row = self / width * width;
          var members = new TreeSet<Integer>();
          for (int peer = row; peer < Math.min(row + width, nodes); peer++) {
            members.add(peer);
          }
          for (int peer = self % width; peer < nodes; peer += width) {
            members.add(peer);
          }
          return List.copyOf(members);
        });
  }

  /**
   * The lines of a projective plane: {@code q+1} processes each, of {@code q*q+q+1}, and any two
   * lines meet in one. Empty unless the number of processes is such, with q a prime.
   *
   * <p>Which line shall be whose? Singer (<em>A theorem in finite projective geometry and some
   * applications to number theory</em>, 1938) numbers the points so that each line is the one
   * before it moved on by one. So the line that goes through point 0, moved on by i, is the set of
   * process i, and i is on it.
   */
  public static Optional<VotingSets> plane(int nodes) {
    int order = (int) Math.round((Math.sqrt(4.0 * nodes - 3) - 1) / 2);
    if (order * order + order + 1 != nodes || !isPrime(order)) {
      return Optional.empty();
    }
    var line = lineThroughZero(order, nodes);
    return Optional.of(
        new VotingSets(
            nodes, self -> line.stream().map(point -> (point + self) % nodes).sorted().toList()));
  }

  /**
   * Point i is {@code x^i}, where {@code x^3 = a*x^2 + b*x + c} modulo the prime, and the line is
   * where {@code x^2} does not occur. The first a, b and c under which the powers of x go round all
   * points will do.
   */
  private static List<Integer> lineThroughZero(int prime, int points) {
    for (int choice = 0; choice < prime * prime * prime; choice++) {
      int a = choice / prime / prime;
      int b = choice / prime % prime;
      int c = choice % prime;
      var line = new ArrayList<Integer>();
      int square = 0;
      int linear = 0;
      int constant = 1;
      int point = 0;
      do {
        if (square == 0) {
          line.add(point);
        }
        int carried = square;
        square = (linear + carried * a) % prime;
        linear = (constant + carried * b) % prime;
        constant = carried * c % prime;
        point++;
        // Back at point 0 when only the constant is left; c = 0 leads to 0, which is no point.
      } while (point < points && (square != 0 || linear != 0));
      boolean wentRound = point == points && square == 0 && linear == 0 && constant != 0;
      if (wentRound) {
        return Collections.unmodifiableList(line);
      }
    }
    throw new IllegalStateException("every prime has a plane, but none was found for " + prime);
  }

  private static boolean isPrime(int number) {
    return number >= 2
        && IntStream.iterate(2, d -> d * d <= number, d -> d + 1).allMatch(d -> number % d != 0);
  }
}
