package io.sluice.bench;

import io.sluice.bench.data.DataCommand;
import io.sluice.bench.locks.LocksCommand;
import io.sluice.bench.streams.StreamsCommand;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the lab's benchmarks, all or those named; or one of four benchmarks with arguments of their
 * own, {@code locks}, {@code data}, {@code streams} and {@code kafka}:
 *
 * <pre>
 * java -jar bench/target/sluice-bench.jar explorer simulator
 * java -jar bench/target/sluice-bench.jar locks --help
 * java -jar bench/target/sluice-bench.jar data --help
 * java -jar bench/target/sluice-bench.jar streams --help
 * java -jar bench/target/sluice-bench.jar kafka
 * </pre>
 */
public final class Bench {

  private static final List<String> ALL = List.of("explorer", "simulator");

  private Bench() {}

  public static void main(String[] names) {
    if (names.length > 0 && names[0].equals("locks")) {
      System.exit(LocksCommand.execute(Arrays.copyOfRange(names, 1, names.length)));
    }
    if (names.length > 0 && names[0].equals("data")) {
      System.exit(DataCommand.execute(Arrays.copyOfRange(names, 1, names.length)));
    }
    if (names.length > 0 && names[0].equals("streams")) {
      System.exit(StreamsCommand.execute(Arrays.copyOfRange(names, 1, names.length)));
    }
    if (names.length > 0 && names[0].equals("kafka")) {
      System.exit(KafkaBench.execute(Arrays.copyOfRange(names, 1, names.length)));
    }
    for (String name : names.length == 0 ? ALL : Arrays.asList(names)) {
      switch (name) {
        case "explorer" -> ExplorerBench.run();
        case "simulator" -> SimulatorBench.run();
        default -> {
          System.err.printf(
              "there is no benchmark '%s'; choose from %s, locks, data, streams, kafka%n",
              name, String.join(", ", ALL));
          System.exit(2);
        }
      }
    }
  }
}
