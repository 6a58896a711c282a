package io.sluice.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The processes of a run, the groups they belong to, and which of them compete.
 *
 * <p>The conflict rule is defined here, once for all families: {@link #compatible}. The explorer,
 * the simulator and the auditors of live nodes judge by it; no protocol judges itself.
 */
public final class Layout {

  private sealed interface Kind {
    /** Every process competes with every other; nothing is stored, for any number of processes. */
    record Plain() implements Kind {}

    /** Members of one group have the same competitors, none of them of their own group. */
    record Pipeline(List<ProcessSet> competitorsOfGroup) implements Kind {}

    /** Each process is a group of its own. */
    record Graph(List<String> names, List<ProcessSet> competitors) implements Kind {}

    /** Some that have their places, and after them a group of others that have none yet. */
    record Pooled(Layout founders) implements Kind {}
  }

  /** Where each group begins, and after the last the number of processes. */
  private final int[] starts;

  private final Kind kind;
  private final ProcessSet newcomers;
  private final int founders;

  private Layout(int[] starts, Kind kind) {
    this(starts, kind, ProcessSet.EMPTY);
  }

  private Layout(int[] starts, Kind kind, ProcessSet newcomers) {
    this.starts = starts;
    this.kind = kind;
    this.newcomers = newcomers;
    this.founders = size() - newcomers.size();
  }

  /** A plain cluster: every process competes with every other. */
  public static Layout plain(int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException("a cluster has at least one node, not " + nodes);
    }
    return new Layout(new int[] {0, nodes}, new Kind.Plain());
  }

  /**
   * A pipeline of groups: members of a group may be inside together, neighbouring groups compete.
   * Two groups are the classic case of group mutual exclusion.
   */
  public static Layout groups(int... sizes) {
    if (sizes.length < 2) {
      throw new IllegalArgumentException("a pipeline has at least two groups, not " + sizes.length);
    }
    int[] starts = new int[sizes.length + 1];
    for (int g = 0; g < sizes.length; g++) {
      if (sizes[g] < 1) {
        throw new IllegalArgumentException("a group has at least one member, not " + sizes[g]);
      }
      starts[g + 1] = Math.addExact(starts[g], sizes[g]);
    }
    var competitors = new ArrayList<ProcessSet>();
    for (int g = 0; g < sizes.length; g++) {
      var before = g == 0 ? ProcessSet.EMPTY : ProcessSet.range(starts[g - 1], starts[g]);
      var after =
          g == sizes.length - 1 ? ProcessSet.EMPTY : ProcessSet.range(starts[g + 1], starts[g + 2]);
      competitors.add(before.plus(after));
    }
    return new Layout(starts, new Kind.Pipeline(List.copyOf(competitors)));
  }

  /**
   * Any conflict graph.
   *
   * @param names the processes, in the order of their numbers
   * @param competitors for each process those it must not be inside with; symmetric, and without
   *     loops
   */
  public static Layout graph(List<String> names, List<ProcessSet> competitors) {
    int n = names.size();
    if (n < 1 || competitors.size() != n) {
      throw new IllegalArgumentException(
          "a graph of "
              + n
              + " nodes needs as many sets of competitors, not "
              + competitors.size());
    }
    for (int node = 0; node < n; node++) {
      int self = node;
      if (competitors.get(node).contains(node)) {
        throw new IllegalArgumentException(names.get(node) + " competes with itself");
      }
      competitors
          .get(node)
          .forEach(
              other -> {
                if (other >= n || !competitors.get(other).contains(self)) {
                  throw new IllegalArgumentException(
                      names.get(self) + " competes with process " + other + " but not vice versa");
                }
              });
    }
    return new Layout(
        IntStream.rangeClosed(0, n).toArray(),
        new Kind.Graph(List.copyOf(names), List.copyOf(competitors)));
  }

  /**
   * The same layout, but some processes are no members at first; they become such when told to
   * {@link Input.Join}.
   */
  public Layout withNewcomers(ProcessSet later) {
    if (!ProcessSet.range(0, size()).containsAll(later) || later.size() == size()) {
      throw new IllegalArgumentException(
          "of %d processes some must be members from the beginning, and %s come later"
              .formatted(size(), later));
    }
    return new Layout(starts, kind, later);
  }

  /**
   * The same with that number of additional processes that are no members at first, in the last
   * group if there are groups.
   *
   * @throws IllegalArgumentException for a graph, which does not say with which processes they
   *     compete
   */
  public Layout plusNewcomers(int more) {
    int[] sizes = IntStream.range(0, groups()).map(g -> starts[g + 1] - starts[g]).toArray();
    sizes[sizes.length - 1] = Math.addExact(sizes[sizes.length - 1], more);
    var larger =
        switch (kind) {
          case Kind.Plain() -> plain(sizes[0]);
          case Kind.Pipeline _ -> groups(sizes);
          case Kind.Graph _, Kind.Pooled _ ->
              throw new IllegalArgumentException(
                  "whom would newcomers compete with? Put them into the graph");
        };
    return larger.withNewcomers(newcomers.plus(ProcessSet.range(size(), size() + more)));
  }

  /**
   * The same with that number of additional processes that are no members at first and have no
   * place: the protocol will give them one. Until then they compete with no process.
   */
  public Layout plusPool(int more) {
    if (more == 0) {
      return this;
    }
    if (kind instanceof Kind.Pooled) {
      throw new IllegalArgumentException("there is a pool already");
    }
    int[] longer = Arrays.copyOf(starts, starts.length + 1);
    longer[starts.length] = Math.addExact(size(), more);
    var pool = ProcessSet.range(size(), size() + more);
    return new Layout(longer, new Kind.Pooled(this), newcomers.plus(pool));
  }

  /** The layout without those that have no place yet. */
  public Layout withoutPool() {
    return kind instanceof Kind.Pooled(var founders) ? founders : this;
  }

  /** The processes that are no members at first. */
  public ProcessSet newcomers() {
    return newcomers;
  }

  /** How many processes are members from the beginning. */
  public int founders() {
    return founders;
  }

  /** How many processes there are, newcomers included. */
  public int size() {
    return starts[starts.length - 1];
  }

  /** How many groups there are; in a graph each process is a group of its own. */
  public int groups() {
    return starts.length - 1;
  }

  /** The group of a process. */
  public int group(int node) {
    int low = 0;
    int high = starts.length - 2;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= node) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** The members of a group. */
  public ProcessSet members(int group) {
    return ProcessSet.range(starts[group], starts[group + 1]);
  }

  /**
   * The groups whose members do not compete with each other. They have the same competitors, and
   * are before or after each of them alike; so a protocol that compares its members with
   * competitors only, and breaks ties by number, cannot tell them apart.
   */
  public List<ProcessSet> alliances() {
    return IntStream.range(0, groups())
        .mapToObj(this::members)
        .filter(group -> !compete(group.least(), group.minus(group.least())))
        .toList();
  }

  private boolean compete(int node, ProcessSet others) {
    return !others.isEmpty() && compete(node, others.least());
  }

  /** The processes that a process must not be inside with. */
  public ProcessSet competitors(int node) {
    return switch (kind) {
      case Kind.Plain() -> ProcessSet.allBut(node, size());
      case Kind.Pipeline(var ofGroup) -> ofGroup.get(group(node));
      case Kind.Graph(_, var competitors) -> competitors.get(node);
      case Kind.Pooled(var founders) ->
          node < founders.size() ? founders.competitors(node) : ProcessSet.EMPTY;
    };
  }

  /** Whether two processes compete. */
  public boolean compete(int one, int other) {
    return switch (kind) {
      case Kind.Plain() -> one != other;
      case Kind.Pipeline(var ofGroup) -> ofGroup.get(group(one)).contains(other);
      case Kind.Graph(_, var competitors) -> competitors.get(one).contains(other);
      case Kind.Pooled(var founders) ->
          Math.max(one, other) < founders.size() && founders.compete(one, other);
    };
  }

  /**
   * Whether another layout was made in the same way; then names and competitors are the same,
   * without comparing those of a million processes. Newcomers do not count.
   */
  public boolean isMadeLike(Layout other) {
    return Arrays.equals(starts, other.starts) && kind.equals(other.kind);
  }

  /** The conflict rule: whether two processes may be inside at the same time with these claims. */
  public boolean compatible(int one, Claim claim, int other, Claim otherClaim) {
    return !compete(one, other) || claim.shares(otherClaim);
  }

  /** What people call a process: {@code p3}, or {@code b0} for the first of the second group. */
  public String name(int node) {
    return switch (kind) {
      case Kind.Plain() -> "p" + node;
      case Kind.Pipeline _ -> groupName(group(node)) + (node - starts[group(node)]);
      case Kind.Graph(var names, _) -> names.get(node);
      case Kind.Pooled(var founders) ->
          node < founders.size() ? founders.name(node) : "n" + (node - founders.size());
    };
  }

  /** What people call a group: {@code a} for the first. */
  public static String groupName(int group) {
    return group < 26 ? Character.toString('a' + group) : "g" + group + ".";
  }

  @Override
  public String toString() {
    return switch (kind) {
      case Kind.Plain() -> size() + " nodes";
      case Kind.Graph _ -> "a graph of " + size() + " nodes";
      case Kind.Pooled(var founders) ->
          founders + " and up to " + (size() - founders.size()) + " more";
      case Kind.Pipeline _ ->
          IntStream.range(0, groups())
              .mapToObj(g -> Integer.toString(starts[g + 1] - starts[g]))
              .collect(Collectors.joining("x", "groups of ", ""));
    };
  }
}
