/**
 * Decentralised scaling: instances of a pipeline's operators that duplicate and delete themselves.
 *
 * <p>{@link io.sluice.protocol.scaling.UnguardedScaling} is the protocol as published, which is
 * wrong, and {@link io.sluice.protocol.scaling.GuardedScaling} the one that {@link
 * io.sluice.protocol.group.Forks} guards. Both carry out orders. Whether to scale is decided by a
 * {@link io.sluice.protocol.scaling.Policy}, a pure function of an instance's {@link
 * io.sluice.protocol.scaling.Load} and a drawn number.
 */
package io.sluice.protocol.scaling;
