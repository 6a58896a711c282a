/**
 * How a stream engine is measured.
 *
 * <p>A {@link io.sluice.bench.streams.measure.Coordinator} starts a process for each {@link
 * io.sluice.bench.streams.measure.Figure} of each engine, all with the same heap and collector.
 * There, {@code EngineProcess} runs the {@code Measurement} of that figure, one small class each,
 * and answers with the {@link io.sluice.bench.streams.measure.Metric}s it yields. What can be
 * computed without an engine is in {@code Gaps} and {@code Course}.
 */
package io.sluice.bench.streams.measure;
