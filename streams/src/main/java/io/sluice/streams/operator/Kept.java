package io.sluice.streams.operator;

/** A record with its time and its watermark. */
record Kept(Object record, long time, long watermark) {}
