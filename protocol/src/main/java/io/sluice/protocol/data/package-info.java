/**
 * Data that moves with its lock.
 *
 * <p>{@link io.sluice.protocol.data.Replication} decides where copies are, what is to be fetched
 * and when a commit is complete; {@link io.sluice.protocol.data.Copies} is its state, {@link
 * io.sluice.protocol.data.CopyMessage} its messages. {@link io.sluice.protocol.data.Handover} puts
 * it beside any lock protocol, with a model of the bytes, so that the explorer can search the
 * whole:
 *
 * <pre>{@code
 * sluice check handover:rw-lmp --nodes 2 --entries 2
 * sluice check handover:token-queue:copies=1 --nodes 3
 * }</pre>
 *
 * <p>A live node runs the lock and {@code Replication} around real bytes.
 */
package io.sluice.protocol.data;
