package io.sluice.streams;

/** A key and a value that belongs to it. */
public record KeyValue<K, V>(K key, V value) {}
