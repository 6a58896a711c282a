/**
 * Ways in which two processes take turns with the same bytes.
 *
 * <p>An {@link io.sluice.bench.data.exchange.Exchange} is one process's end; {@link
 * io.sluice.bench.data.exchange.Exchanges} lists the kinds that are measured and opens them. To add
 * one, add a constant there.
 */
package io.sluice.bench.data.exchange;
