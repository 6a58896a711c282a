package io.sluice.cli.option;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.SpanningTree;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The processes, and which of them compete. */
final class LayoutOptions {

  /** More would not fit into memory. */
  private static final int MOST_NODES = 10_000_000;

  private static final Pattern SIZES = Pattern.compile("[0-9]{1,9}(x[0-9]{1,9})+");

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "N nodes, each competing with every other.")
  private Optional<Integer> nodes = Optional.empty();

  @Option(
      names = "--groups",
      paramLabel = "AxB[xC..]",
      description = "Groups of these sizes; neighbouring groups compete.")
  private Optional<String> groups = Optional.empty();

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "A conflict graph. Each line of the file is `nodes NAME...`, `NAME -- NAME` or `#"
              + " comment`; nodes lines are optional if each node has an edge.")
  private Optional<Path> graph = Optional.empty();

  @Option(
      names = "--tree",
      paramLabel = "chain:N|star:N|binary:N|FILE",
      description =
          "For padme: the tree of processes. A file lists the parents of p1, p2 and so on,"
              + " each with a lower number than its child.")
  private Optional<String> tree = Optional.empty();

  /** The tree given by the options. */
  Optional<SpanningTree> tree() {
    return tree.map(TreeOption::parse).map(TreeOption::tree);
  }

  @ArgGroup(exclusive = false)
  private ReadersAndWriters readersAndWriters = new ReadersAndWriters();

  /** Numbers of readers and writers. */
  static final class ReadersAndWriters {
    @Option(
        names = "--readers",
        paramLabel = "R",
        description = "R nodes that ask for the shared lock.")
    private Optional<Integer> readers = Optional.empty();

    @Option(
        names = "--writers",
        paramLabel = "W",
        description = "W more nodes that ask for the exclusive lock.")
    private Optional<Integer> writers = Optional.empty();

    private boolean areGiven() {
      return readers.isPresent() || writers.isPresent();
    }

    private Layout layout() {
      int reading = readers.orElse(0);
      int writing = writers.orElse(0);
      String option = "--readers " + reading + " --writers " + writing;
      if (reading < 0 || writing < 0) {
        throw new IllegalArgumentException(option + ": write numbers from 0 up");
      }
      checkSize(option, (long) reading + writing);
      return naming(option, () -> Layout.plain(reading + writing));
    }

    private List<Claim> claims(int node) {
      return List.of(node < readers.orElse(0) ? Claim.SHARED : Claim.EXCLUSIVE);
    }
  }

  /** The claims of each process. */
  IntFunction<List<Claim>> claims(Algorithm<?, ?> algorithm, Layout processes) {
    if (!readersAndWriters.areGiven()) {
      return PriorityOptions.claims(algorithm, processes);
    }
    if (!algorithm.family().hasReadersAndWriters()) {
      throw new IllegalArgumentException(
          "--readers and --writers are for protocols with shared locks, not for "
              + algorithm.name());
    }
    return readersAndWriters::claims;
  }

  /** The layout given by the options, or else the default. */
  Layout layout(Layout otherwise) {
    return Optional.of(readersAndWriters)
        .filter(ReadersAndWriters::areGiven)
        .map(ReadersAndWriters::layout)
        .or(() -> nodes.map(LayoutOptions::plain))
        .or(() -> tree.map(TreeOption::parse).map(found -> Layout.plain(found.nodes())))
        .or(() -> groups.map(LayoutOptions::pipeline))
        .or(() -> graph.map(file -> GraphFile.read(file).layout()))
        .orElse(otherwise);
  }

  private static Layout plain(int number) {
    checkSize("--nodes " + number, number);
    return naming("--nodes " + number, () -> Layout.plain(number));
  }

  private static Layout pipeline(String text) {
    String option = "--groups " + text;
    if (!SIZES.matcher(text).matches()) {
      throw new IllegalArgumentException(
          option + ": write the sizes with an x between them, such as 2x1 or 2x3x2");
    }
    int[] sizes = Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray();
    checkSize(option, Arrays.stream(sizes).asLongStream().sum());
    return naming(option, () -> Layout.groups(sizes));
  }

  private static void checkSize(String option, long size) {
    if (size > MOST_NODES) {
      throw new IllegalArgumentException("%s: the most is %,d nodes".formatted(option, MOST_NODES));
    }
  }

  private static Layout naming(String option, Supplier<Layout> maker) {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }
}
