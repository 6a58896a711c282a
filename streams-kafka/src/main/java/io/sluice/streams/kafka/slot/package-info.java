/**
 * What one slot does: an instance of an operator whose inbox, control and state are partitions.
 *
 * <p>A {@code Slot} is given what its bundle has read, and writes to {@link
 * io.sluice.streams.kafka.slot.Writes}: items for other slots, control messages, changes of its own
 * state. All writes of a step are one transaction, together with the offsets up to which was read,
 * so a slot that is made again from its state partition goes on as if nothing had happened. It runs
 * {@link io.sluice.protocol.scaling.keyed.KeyedScaling}, the object that the explorer has searched,
 * and keeps the rules that are listed at {@link io.sluice.protocol.scaling.keyed.StreamModel}:
 *
 * <ul>
 *   <li>Steps of the protocol happen between records only, and before each of them {@code Sender}
 *       sends what it has packed. So nothing ever waits at a sender, and a message in band is
 *       behind every record that its receiver has been sent.
 *   <li>Slots of one bundle send each other records through memory, in the same transaction, as
 *       long as nothing is left in the receiver's partition that has led to them; see {@link
 *       io.sluice.streams.kafka.slot.LocalSlots.Inbox}.
 *   <li>A data partition is not read before the slot has been started; records of groups whose
 *       state has not come are parked in the state partition.
 *   <li>State travels ahead of the message that moves it, in the same partition, in chunks. What
 *       moves to a new instance is copied before, by {@code CopyAhead}; then only what has changed
 *       since.
 * </ul>
 *
 * <p>{@code Pool} is what the first slot of an operator knows about its others: it hands out slots
 * to be started and orders changes.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.slot;
