package io.sluice.lab.layout;

import io.sluice.lab.explore.Scope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A layout as JSON: {@code {"nodes": 3}}, {@code {"groups": [2, 1]}}, or {@code {"graph": {"nodes":
 * ["a", "b"], "edges": [["a", "b"]]}}}; beside that {@code "pool": 2} where there is one.
 */
public final class LayoutJson {

  private LayoutJson() {}

  public static ObjectNode write(LayoutSpec shape) {
    if (shape instanceof LayoutSpec.Pooled(var founders, int pool)) {
      return write(founders).put("pool", pool);
    }
    var json = JsonNodeFactory.instance.objectNode();
    switch (shape) {
      case LayoutSpec.Nodes(int number) -> json.put("nodes", number);
      case LayoutSpec.Groups(var sizes) -> sizes.forEach(json.putArray("groups")::add);
      case LayoutSpec.Graph(var names, var edges) -> {
        var graph = json.putObject("graph");
        names.forEach(graph.putArray("nodes")::add);
        var pairs = graph.putArray("edges");
        for (var edge : edges) {
          pairs.addArray().add(names.get(edge.one())).add(names.get(edge.other()));
        }
      }
      case LayoutSpec.Pooled _ -> throw new IllegalStateException("there is no pool beside a pool");
    }
    return json;
  }

  /**
   * @throws IllegalArgumentException if it is no layout
   */
  public static LayoutSpec read(JsonField json) {
    var founders = founders(json);
    return json.has("pool")
        ? new LayoutSpec.Pooled(founders, json.field("pool").number(1, Scope.MOST_NODES))
        : founders;
  }

  private static LayoutSpec founders(JsonField json) {
    if (json.has("nodes")) {
      return new LayoutSpec.Nodes(json.field("nodes").number(1, Scope.MOST_NODES));
    }
    if (json.has("groups")) {
      var sizes = json.field("groups").items();
      if (sizes.size() < 2) {
        throw json.wrong("a pipeline has at least two groups");
      }
      return new LayoutSpec.Groups(
          sizes.stream().map(size -> size.number(1, Scope.MOST_NODES)).toList());
    }
    if (json.has("graph")) {
      return graph(json.field("graph"));
    }
    throw json.wrong("expected nodes, groups or graph");
  }

  private static LayoutSpec graph(JsonField json) {
    List<String> names = json.field("nodes").items().stream().map(JsonField::text).toList();
    if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
      throw json.field("nodes").wrong("expected at least one name, and none twice");
    }
    var edges = new ArrayList<LayoutSpec.Edge>();
    for (var pair : json.field("edges").items()) {
      var ends = pair.items();
      if (ends.size() != 2) {
        throw pair.wrong("an edge has two ends");
      }
      var edge = new LayoutSpec.Edge(place(ends.getFirst(), names), place(ends.getLast(), names));
      if (edge.one() == edge.other()) {
        throw pair.wrong("a process does not compete with itself");
      }
      edges.add(edge);
    }
    return new LayoutSpec.Graph(names, edges);
  }

  /** The number of the process of that name. */
  public static int place(JsonField name, List<String> names) {
    int place = names.indexOf(name.text());
    if (place < 0) {
      throw name.wrong("no process has that name");
    }
    return place;
  }
}
