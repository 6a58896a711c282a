package io.sluice.cli;

import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** What instances of operators are told. */
final class ScalingOptions {

  @Option(
      names = "--duplications",
      paramLabel = "D",
      defaultValue = "0",
      description = "Up to so many instances are told to duplicate themselves (scaling).")
  private int duplications;

  @Option(
      names = "--deletions",
      paramLabel = "X",
      defaultValue = "0",
      description = "Up to so many instances are told to delete themselves (scaling).")
  private int deletions;

  @Option(
      names = "--records",
      paramLabel = "R",
      defaultValue = "0",
      description = "Up to so many records pass through the pipeline meanwhile (scaling).")
  private int records;

  /** How many processes may be born. */
  int pool() {
    return counted("--duplications", duplications);
  }

  /** How many orders of each kind there are, as protocols call them. */
  Map<String, Integer> orders() {
    var orders = new HashMap<String, Integer>();
    orders.put("duplicate", counted("--duplications", duplications));
    orders.put("delete", counted("--deletions", deletions));
    orders.put("record", counted("--records", records));
    orders.values().removeIf(most -> most == 0);
    return orders;
  }

  static int counted(String option, int number) {
    if (number < 0) {
      throw new IllegalArgumentException(option + " " + number + ": count from 0 up");
    }
    return number;
  }
}
