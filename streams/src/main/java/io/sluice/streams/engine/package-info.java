/**
 * Runs a pipeline in one JVM.
 *
 * <p>Each instance of an operator is a thread with one bounded inbox, into which all its senders
 * put batches of records. What instances tell each other about scaling goes beside the records,
 * into a queue of its own; only what must come behind certain records goes with them, as an {@code
 * Item.Note}. The protocol itself is {@link io.sluice.protocol.scaling.keyed.KeyedScaling}, the
 * object that the explorer has searched; {@code scaling.Scaling} runs it, and this package is the
 * data plane around it, which keeps the rules listed at {@link
 * io.sluice.protocol.scaling.keyed.StreamModel}.
 *
 * <ul>
 *   <li>{@code Instance} is the loop; {@code Work} runs the operator's task; {@code Sending} and
 *       its {@code Outlet}s choose receivers and wait for room.
 *   <li>{@code KeyedStore} has the state of the key groups; a group moves as one object.
 *   <li>{@code scaling.Watermarks} follows the senders; a watermark stands still while groups move.
 *   <li>{@code Carrier} runs instances on one of the pipeline's {@code CarrierThreads}.
 *   <li>{@code Engine} and {@code OperatorRun} know all instances, and end the pipeline.
 * </ul>
 *
 * <p>Internal: an application uses {@link io.sluice.streams.Pipeline} and {@link
 * io.sluice.streams.Running}.
 */
package io.sluice.streams.engine;
