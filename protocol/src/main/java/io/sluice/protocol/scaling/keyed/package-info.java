/**
 * Scaling of pipelines whose operators may be keyed: the protocol that elastic pipelines run, and
 * the model of a data plane with which the explorer searches it.
 *
 * <p>{@link io.sluice.protocol.scaling.keyed.KeyedScaling} is the protocol: one object an instance,
 * whose {@link io.sluice.protocol.scaling.keyed.InstanceState state} says where the instance sends,
 * from whom it receives, and which key groups it owns. It moves no records itself. {@link
 * io.sluice.protocol.scaling.keyed.StreamModel} puts a data plane around it, made of lists, and is
 * what {@code sluice check scaling-keyed} searches; a live engine puts a real one around the same
 * object and keeps the rules that are listed there.
 */
package io.sluice.protocol.scaling.keyed;
