package io.sluice.cli.option;

import io.sluice.lab.layout.LayoutSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A conflict graph in a text file:
 *
 * <pre>
 * file    = { line }
 * line    = [ nodes | edge ] [ "#" comment ]
 * nodes   = "nodes" name { name }
 * edge    = name "--" name
 * name    = a letter, digit or _, then letters, digits, _ . and single -
 * </pre>
 *
 * <p>If there is a nodes line, edges may only name nodes from such lines. If there is none, the
 * nodes are those of the edges, in the order in which they first appear.
 */
final class GraphFile {

  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_](-?[\\p{L}\\p{N}_.])*");

  private record Line(int number, List<String> words) {
    boolean isEdge() {
      return words.size() == 3 && words.get(1).equals("--");
    }

    boolean isNodes() {
      return words.getFirst().equals("nodes");
    }
  }

  private final Path file;
  private final Map<String, Integer> nodes = new LinkedHashMap<>();
  private final Map<LayoutSpec.Edge, Integer> lineOfEdge = new LinkedHashMap<>();

  private GraphFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a graph.
   *
   * @throws IllegalArgumentException if the file is not a graph; the message names the file, the
   *     line, and what is wrong
   */
  static LayoutSpec.Graph read(Path file) {
    return new GraphFile(file).parse(InFile.read(file));
  }

  private LayoutSpec.Graph parse(String text) {
    var lines = lines(text);
    var lineOfNode = new HashMap<String, Integer>();
    for (var line : lines) {
      if (line.isEdge()) {
        continue;
      }
      if (!line.isNodes() || line.words.size() < 2) {
        throw wrong(line, "expected `nodes NAME...` or `NAME -- NAME`");
      }
      for (String name : line.words.subList(1, line.words.size())) {
        declare(line, name, lineOfNode);
      }
    }
    boolean declared = !nodes.isEmpty();
    for (var line : lines) {
      if (line.isEdge()) {
        edge(line, declared);
      }
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException(file + ": the graph has no nodes");
    }
    return new LayoutSpec.Graph(List.copyOf(nodes.keySet()), List.copyOf(lineOfEdge.keySet()));
  }

  private static List<Line> lines(String text) {
    var lines = new ArrayList<Line>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      // An edge may be written without blanks.
      String content = line.split("#", 2)[0].replace("--", " -- ").strip();
      if (!content.isEmpty()) {
        lines.add(new Line(number, Arrays.asList(content.split("\\s+", -1))));
      }
    }
    return lines;
  }

  private void declare(Line line, String name, Map<String, Integer> lineOfNode) {
    checkName(line, name);
    Integer before = lineOfNode.putIfAbsent(name, line.number);
    if (before != null) {
      throw wrong(line, "node %s is already declared in line %d".formatted(name, before));
    }
    nodes.put(name, nodes.size());
  }

  private void edge(Line line, boolean declared) {
    String one = line.words.getFirst();
    String other = line.words.getLast();
    int first = node(line, one, declared);
    int second = node(line, other, declared);
    if (first == second) {
      throw wrong(line, one + " cannot compete with itself");
    }
    var edge = new LayoutSpec.Edge(Math.min(first, second), Math.max(first, second));
    Integer before = lineOfEdge.putIfAbsent(edge, line.number);
    if (before != null) {
      throw wrong(
          line, "the edge %s -- %s is already declared in line %d".formatted(one, other, before));
    }
  }

  private int node(Line line, String name, boolean declared) {
    checkName(line, name);
    if (declared && !nodes.containsKey(name)) {
      throw wrong(
          line,
          "the edge names %s, which is not declared as a node".formatted(name)
              + Nearest.question(name, nodes.keySet()));
    }
    return nodes.computeIfAbsent(name, _ -> nodes.size());
  }

  private void checkName(Line line, String name) {
    if (!NAME.matcher(name).matches()) {
      throw wrong(line, "'" + name + "' is not a valid name: use letters, digits, _ . and -");
    }
  }

  private IllegalArgumentException wrong(Line line, String what) {
    return new IllegalArgumentException("%s, line %d: %s".formatted(file, line.number, what));
  }
}
