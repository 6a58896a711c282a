package io.sluice.streams.kafka.slot;

/**
 * A record on its way to a slot.
 *
 * @param input by which input of the operator it comes
 * @param group the group of its key; 0 for a stateless operator
 * @param time its event time
 * @param watermark the watermark at its source when it was read
 */
record Entry(int input, int group, Object record, long time, long watermark) implements Item {}
