package io.sluice.cli.option;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Orders to instances of operators. */
public final class ScalingOptions {

  @Option(
      names = "--duplications",
      paramLabel = "D",
      defaultValue = "0",
      description = "Up to D instances are told to duplicate themselves (scaling).")
  private int duplications;

  @Option(
      names = "--deletions",
      paramLabel = "X",
      defaultValue = "0",
      description = "Up to X instances are told to delete themselves (scaling).")
  private int deletions;

  @Option(
      names = "--records",
      paramLabel = "R",
      defaultValue = "0",
      description = "Up to R records pass through the pipeline meanwhile (scaling).")
  private int records;

  /** How many processes may be started. */
  public int pool() {
    return Count.of("--duplications", duplications);
  }

  /** The number of orders of each kind, by the protocol's name for it. */
  public Map<String, Integer> orders() {
    var orders = new HashMap<String, Integer>();
    orders.put("duplicate", Count.of("--duplications", duplications));
    orders.put("delete", Count.of("--deletions", deletions));
    orders.put("record", Count.of("--records", records));
    orders.values().removeIf(most -> most == 0);
    return orders;
  }

  /** The option that gives orders of a kind. */
  public static Optional<String> optionFor(String order) {
    return switch (order) {
      case "duplicate" -> Optional.of("--duplications");
      case "delete" -> Optional.of("--deletions");
      case "record" -> Optional.of("--records");
      default -> Optional.empty();
    };
  }
}
