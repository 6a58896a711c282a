package io.sluice.streams;

/**
 * A stream split in two.
 *
 * @param matching the records for which the predicate holds
 * @param others the other records
 */
public record Split<T>(DataStream<T> matching, DataStream<T> others) {}
