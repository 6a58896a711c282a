package io.sluice.bench.locks.measure;

import java.util.OptionalDouble;

/**
 * What processes of a service take that have just started.
 *
 * @param millis CPU time of all clients and servers together for one of the first {@link
 *     Plan#COLD_ENTRIES} entries
 * @param openingSeconds CPU time from the start of the processes until all clients are connected,
 *     that of servers included, by client
 * @param othersCores how many cores other programs used during these entries
 */
public record Cold(double millis, double openingSeconds, OptionalDouble othersCores) {}
