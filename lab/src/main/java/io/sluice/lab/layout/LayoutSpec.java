package io.sluice.lab.layout;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A layout in the words in which a person asks for it, which are also those in which it is saved: a
 * number of processes, groups of given sizes, or a graph.
 */
public sealed interface LayoutSpec {

  /** Every process competes with every other. */
  record Nodes(int number) implements LayoutSpec {}

  /** A pipeline of groups. */
  record Groups(List<Integer> sizes) implements LayoutSpec {
    public Groups {
      sizes = List.copyOf(sizes);
    }
  }

  /** Any conflict graph; each pair of competitors stands in it once. */
  record Graph(List<String> names, List<Edge> edges) implements LayoutSpec {
    public Graph {
      names = List.copyOf(names);
      edges = List.copyOf(edges);
    }
  }

  /** Processes that have their places, and more to which the protocol will give one. */
  record Pooled(LayoutSpec founders, int pool) implements LayoutSpec {}

  /** Two competitors, by their places among the names. */
  record Edge(int one, int other) {}

  /** The simplest words for a layout: those that make one with the same names and competitors. */
  static LayoutSpec of(Layout layout) {
    var founders = layout.withoutPool();
    if (founders.size() < layout.size()) {
      return new Pooled(of(founders), layout.size() - founders.size());
    }
    var nodes = new Nodes(layout.size());
    if (isSame(nodes.layout(), layout)) {
      return nodes;
    }
    if (layout.groups() > 1) {
      var groups =
          new Groups(
              IntStream.range(0, layout.groups())
                  .mapToObj(group -> layout.members(group).size())
                  .toList());
      if (isSame(groups.layout(), layout)) {
        return groups;
      }
    }
    var edges = new ArrayList<Edge>();
    for (int one = 0; one < layout.size(); one++) {
      for (int other = one + 1; other < layout.size(); other++) {
        if (layout.compete(one, other)) {
          edges.add(new Edge(one, other));
        }
      }
    }
    return new Graph(IntStream.range(0, layout.size()).mapToObj(layout::name).toList(), edges);
  }

  /** The layout itself. */
  default Layout layout() {
    return switch (this) {
      case Nodes(int number) -> Layout.plain(number);
      case Groups(var sizes) -> Layout.groups(sizes.stream().mapToInt(Integer::intValue).toArray());
      case Graph(var names, var edges) -> {
        var competitors = new ArrayList<>(names.stream().map(_ -> ProcessSet.EMPTY).toList());
        for (var edge : edges) {
          competitors.set(edge.one, competitors.get(edge.one).plus(edge.other));
          competitors.set(edge.other, competitors.get(edge.other).plus(edge.one));
        }
        yield Layout.graph(names, competitors);
      }
      case Pooled(var founders, int pool) -> founders.layout().plusPool(pool);
    };
  }

  /**
   * What a group is called: the letter that its members' names begin with; empty if it has none.
   */
  default String groupName(int group) {
    return switch (this) {
      case Groups _ -> {
        var layout = layout();
        String first = layout.name(layout.members(group).least());
        yield first.substring(0, first.length() - 1);
      }
      case Nodes _, Graph _, Pooled _ -> "";
    };
  }

  /** As a person would say it: {@code 3 nodes}, {@code groups of 2x1}. */
  default String words() {
    return switch (this) {
      case Nodes(int number) -> number == 1 ? "1 node" : number + " nodes";
      case Groups(var sizes) ->
          sizes.stream().map(String::valueOf).collect(Collectors.joining("x", "groups of ", ""));
      case Graph(var names, var edges) ->
          "a graph of %d nodes and %d edge%s"
              .formatted(names.size(), edges.size(), edges.size() == 1 ? "" : "s");
      case Pooled(var founders, int pool) -> founders.words() + " and up to " + pool + " more";
    };
  }

  private static boolean isSame(Layout one, Layout other) {
    return one.isMadeLike(other)
        || (one.size() == other.size()
            && IntStream.range(0, one.size())
                .allMatch(
                    node ->
                        one.name(node).equals(other.name(node))
                            && one.competitors(node).equals(other.competitors(node))));
  }
}
