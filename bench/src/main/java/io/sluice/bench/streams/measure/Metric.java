package io.sluice.bench.streams.measure;

/** What is measured of an engine: a number with its unit. A figure yields several. */
public enum Metric {
  RATE("records/s", "%,.0f"),
  CPU("CPU ns/record", "%,.0f"),
  KEYED_RATE("records/s, third operator keyed", "%,.0f"),
  KEYED_CPU("CPU ns/record, third operator keyed", "%,.0f"),
  QUIET_GAP("longest gap at the sink without any action, ms", "%,.1f"),
  QUIET_GAP_TYPICAL("the same, median of the rounds, ms", "%,.1f"),
  QUIET_STALL("longest stall of a thread that only sleeps, meanwhile, ms", "%,.1f"),
  SCALING_GAP("longest gap with actions, ms", "%,.1f"),
  SCALING_GAP_TYPICAL("the same, median of the rounds, ms", "%,.1f"),
  SCALING_STALL("longest stall meanwhile, ms", "%,.1f"),
  QUIET_KEY_GAP("longest gap of a key without any action, ms", "%,.1f"),
  SCALING_KEY_GAP("longest gap of a key with actions, ms", "%,.1f"),
  ACTIONS("actions a second", "%,.1f"),
  NEWBORN_P50("duplication begun to first record at the newborn, p50, ms", "%,.2f"),
  NEWBORN_P99("the same, p99, ms", "%,.2f"),
  SETTLING("settling after a fourfold step of the load, s", "%,.2f"),
  SETTLED_INSTANCES("instances in the end", "%,.0f"),
  OVERSHOOT("instances above that on the way", "%,.0f"),
  REVERSALS("reversals on the way", "%,.0f"),
  STATE_QUIET_GAP("100 MiB of state: longest gap of a key without any action, ms", "%,.1f"),
  STATE_MOVED_GAP("the same, keys that moved, ms", "%,.1f"),
  STATE_MOVED_GAP_TYPICAL("the same, median of the moves, ms", "%,.1f"),
  STATE_OTHER_GAP("the same, keys that did not move, ms", "%,.1f"),
  STATE_STALL("longest stall meanwhile, ms", "%,.1f"),
  IDLE("idle, % of a core", "%,.2f");

  private final String title;
  private final String format;

  Metric(String title, String format) {
    this.title = title;
    this.format = format;
  }

  public String title() {
    return title;
  }

  /** The format of its value. */
  public String format() {
    return format;
  }
}
