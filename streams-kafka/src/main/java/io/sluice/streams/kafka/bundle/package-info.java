/**
 * Bundles: the slots that one thread of a worker runs, with one transactional producer.
 *
 * <p>A {@code Bundle} reads the control and data partitions of its slots and the source partitions
 * that they own, gives what it reads to the slots, and commits what they write together with its
 * positions. Whatever goes wrong, it drops everything and begins again from what was committed
 * last. A worker runs a bundle while it holds the bundle's lock; should two believe so, Kafka
 * fences the one whose producer is older. {@code InternalTopics} describes what a pipeline keeps in
 * Kafka, {@code Clients} the settings that count, {@code Room} how a slow receiver slows its
 * senders, {@code CatchUp} when records may go from slot to slot through memory.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.kafka.Kafka}.
 */
package io.sluice.streams.kafka.bundle;
