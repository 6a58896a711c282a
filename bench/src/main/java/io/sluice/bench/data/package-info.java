/**
 * The benchmark {@code data}: data that moves with its lock, beside raw TCP and other products.
 *
 * <p>{@code DataCommand} reads the options, measures one {@code Figure} after the other and prints
 * a {@code DataReport} of {@code DataResults}, with the {@code DataTargets} that Sluice has to meet
 * in the same run and the {@code DataPlots}. The ways to exchange data are in {@link
 * io.sluice.bench.data.exchange}, how they are measured in {@link io.sluice.bench.data.measure}.
 */
package io.sluice.bench.data;
