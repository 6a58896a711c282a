/**
 * The stream engines that are measured, each behind the interface {@link
 * io.sluice.bench.streams.engine.StreamEngine}.
 *
 * <p>To add one: implement that interface in a class with a public constructor, and name the class
 * in {@code META-INF/services/io.sluice.bench.streams.engine.StreamEngine}. Every engine runs the
 * same job, a {@link io.sluice.bench.streams.engine.Workload}: a source that a {@link
 * io.sluice.bench.streams.engine.Pacer} paces, the functions of {@link
 * io.sluice.bench.streams.engine.Steps}, and a sink that the {@link
 * io.sluice.bench.streams.engine.Probe} reports to the measurement.
 */
package io.sluice.bench.streams.engine;
