package io.sluice.bench.locks;

import java.util.OptionalDouble;

/**
 * What was measured of one service; latencies in microseconds.
 *
 * @param idleMebibytes what {@link Plan#IDLE_LOCKS} locks cost a client that has used each once
 * @param othersCores how many cores everybody else took
 */
record Figures(
    double lonePairsPerSecond,
    Contention contention,
    OneWay rawTcp,
    OptionalDouble readWriteEntriesPerSecond,
    OptionalDouble idleMebibytes,
    OptionalDouble othersCores) {

  /**
   * All want the exclusive lock.
   *
   * @param changes the share of entries by another process than the one before
   * @param fewest the entries of the contender that had the fewest
   * @param most the entries of the contender that had the most
   * @param cpuMicros what an entry cost all clients and servers together: says something also on a
   *     busy machine
   */
  record Contention(
      double entriesPerSecond,
      double changes,
      OptionalDouble handOverP50,
      OptionalDouble handOverP99,
      long fewest,
      long most,
      double cpuMicros) {}

  /** A message between two processes, just before the contention began. */
  record OneWay(double p50, double p99) {}
}
