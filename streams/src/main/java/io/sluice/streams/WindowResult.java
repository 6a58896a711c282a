package io.sluice.streams;

/**
 * What came of one key's records in one window.
 *
 * @param start the first time of the window, in milliseconds
 * @param end the first time after it
 */
public record WindowResult<K, V>(K key, long start, long end, V value) {}
