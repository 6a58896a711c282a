package io.sluice.bench;

import java.util.Arrays;
import java.util.List;

/**
 * Runs the benchmarks named on the command line, or all:
 *
 * <pre>java -jar bench/target/sluice-bench.jar explorer simulator</pre>
 */
public final class Bench {

  private static final List<String> ALL = List.of("explorer", "simulator");

  private Bench() {}

  public static void main(String[] names) {
    for (String name : names.length == 0 ? ALL : Arrays.asList(names)) {
      switch (name) {
        case "explorer" -> ExplorerBench.run();
        case "simulator" -> SimulatorBench.run();
        default -> {
          System.err.printf("no benchmark '%s'; there are %s%n", name, String.join(", ", ALL));
          System.exit(2);
        }
      }
    }
  }
}
