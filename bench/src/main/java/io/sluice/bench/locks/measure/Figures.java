package io.sluice.bench.locks.measure;

import java.util.OptionalDouble;

/**
 * What was measured of one service; latencies in microseconds.
 *
 * @param coldMillis CPU time of all clients and servers together for one of the first {@link
 *     Plan#COLD_ENTRIES} entries of processes that have just started
 * @param idleMebibytes the heap that {@link Plan#IDLE_LOCKS} locks keep in a client that has used
 *     each once
 * @param othersCores how many cores other programs used meanwhile
 */
public record Figures(
    double coldMillis,
    double lonePairsPerSecond,
    Contention contention,
    OneWay rawTcp,
    OptionalDouble readWriteEntriesPerSecond,
    OptionalDouble idleMebibytes,
    OptionalDouble othersCores) {

  /**
   * All contend for the exclusive lock.
   *
   * @param changes the share of entries by another process than the one before
   * @param fewest the entries of the contender that had the fewest
   * @param most the entries of the contender that had the most
   * @param cpuMicros CPU time of all clients and servers together for an entry; reliable on a busy
   *     machine, too
   */
  public record Contention(
      double entriesPerSecond,
      double changes,
      OptionalDouble handOverP50,
      OptionalDouble handOverP99,
      long fewest,
      long most,
      double cpuMicros) {}

  /** A message between two processes, just before the contention began. */
  public record OneWay(double p50, double p99) {}
}
