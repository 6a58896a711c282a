package io.sluice.bench.locks;

import java.util.OptionalDouble;

/** What was measured of one service; latencies in microseconds. */
record Figures(
    double lonePairsPerSecond,
    Contention contention,
    OneWay rawTcp,
    OptionalDouble readWriteEntriesPerSecond,
    OptionalDouble othersCores) {

  /**
   * All want the exclusive lock.
   *
   * @param changes the share of entries by another process than the one before
   * @param fewest the entries of the contender that had the fewest
   * @param most the entries of the contender that had the most
   */
  record Contention(
      double entriesPerSecond,
      double changes,
      OptionalDouble handOverP50,
      OptionalDouble handOverP99,
      long fewest,
      long most) {}

  /** A message between two processes, just before the contention began. */
  record OneWay(double p50, double p99) {}
}
