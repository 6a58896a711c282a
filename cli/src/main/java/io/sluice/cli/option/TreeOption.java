package io.sluice.cli.option;

import io.sluice.protocol.priority.SpanningTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;

/**
 * The value of {@code --tree}: {@code chain:3}, {@code star:4}, {@code binary:7}, {@code 3-ary:13},
 * or a file with the parents of process 1 and those after it, separated by blanks; a {@code #}
 * begins a comment.
 *
 * @param nodes how many processes there are
 */
record TreeOption(SpanningTree tree, int nodes) {

  private static final Pattern COMPLETE =
      Pattern.compile("(chain|star|binary|[1-9][0-9]{0,5}-ary):(.*)");

  private static final int MOST_NODES = 10_000_000;

  static TreeOption parse(String text) {
    var complete = COMPLETE.matcher(text);
    try {
      return complete.matches()
          ? new TreeOption(SpanningTree.of(complete.group(1)), size(complete.group(2)))
          : read(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--tree " + text + ": " + e.getMessage(), e);
    }
  }

  private static int size(String number) {
    try {
      int nodes = Integer.parseInt(number);
      if (nodes >= 1 && nodes <= MOST_NODES) {
        return nodes;
      }
    } catch (NumberFormatException e) {
      // Reported below, together with numbers that are out of range.
    }
    throw new IllegalArgumentException(
        "after the colon, write the number of processes, 1 to 10,000,000, not '" + number + "'");
  }

  private static TreeOption read(String name) {
    if (!Files.exists(Path.of(name))) {
      throw new IllegalArgumentException(
          "write chain:N, star:N, binary:N, or an existing file with the parents");
    }
    var parents = new ArrayList<Integer>();
    for (String line : InFile.read(Path.of(name)).lines().toList()) {
      for (String word : line.split("#", 2)[0].strip().split("\\s+", 0)) {
        if (!word.isEmpty()) {
          parents.add(number(word));
        }
      }
    }
    if (parents.isEmpty()) {
      throw new IllegalArgumentException("the file lists no parents");
    }
    return new TreeOption(new SpanningTree.Parents(parents), parents.size() + 1);
  }

  private static int number(String word) {
    if (!word.matches("[0-9]{1,8}")) {
      throw new IllegalArgumentException("'" + word + "' is not a process number");
    }
    return Integer.parseInt(word);
  }
}
