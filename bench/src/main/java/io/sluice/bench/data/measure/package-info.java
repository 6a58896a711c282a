/**
 * Measures data that is handed over between processes.
 *
 * <p>{@code Party} is such a process. {@link io.sluice.bench.data.measure.HandOvers} lets two of
 * them take turns with every {@link io.sluice.bench.data.exchange.Exchange}, in rounds that are
 * interleaved; {@link io.sluice.bench.data.measure.SluiceFigures} measures what only Sluice has.
 * {@link io.sluice.bench.data.measure.LimitedLinks} is a network whose links have a limited rate.
 */
package io.sluice.bench.data.measure;
