package io.sluice.streams.operator;

/** A record that a task has emitted. */
record Emitted(int port, Object record, long time, long watermark) {}
