/**
 * The protocol of scaling at one instance, as every engine runs it: {@code Scaling} takes the steps
 * of {@link io.sluice.protocol.scaling.keyed.KeyedScaling} and carries out their effects, {@code
 * Watermarks} follows the instances that send.
 *
 * <p>Internal: applications use {@link io.sluice.streams}, and this package may change.
 */
package io.sluice.streams.engine.scaling;
