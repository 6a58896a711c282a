/**
 * The benchmark {@code streams}: Sluice and other stream engines side by side, on one machine.
 *
 * <p>{@code StreamsCommand} reads the options, measures one engine after the other and prints a
 * {@code StreamsReport}, with the {@code StreamsTargets} that Sluice has to meet in the same run.
 * Engines are in {@link io.sluice.bench.streams.engine}, how they are measured in {@link
 * io.sluice.bench.streams.measure}.
 */
package io.sluice.bench.streams;
